import type { Endpoint } from "../../endpoints.ts";
import { ACTIVE_ERROR_CODES, ERRORS, type ErrorScope, type ErrorStatus } from "../../errors.ts";
import { codesByStatus, type StatusGroup } from "../codes-by-status.ts";
import { STATUS_NAMES } from "../status-name.ts";
import { type HeaderName, headerRefs } from "./headers.ts";
import type { Response, Responses } from "./types.ts";

/** Every failure that an operation answers with: its own, the operator's where it is theirs, and those of any. */
export const failures = (endpoint: Endpoint, own: readonly ErrorScope[]): Responses => {
  const scopes: readonly ErrorScope[] = [
    "anywhere",
    ...(endpoint.access === "platform" ? ["platform" as const] : []),
    ...own,
  ];
  const codes = ACTIVE_ERROR_CODES.filter((code) => scopes.includes(ERRORS[code].where));
  return Object.fromEntries(codesByStatus(codes).map((group) => [String(group.status), failure(group)]));
};

const failure = ({ status, codes }: StatusGroup): Response => ({
  description: `${STATUS_NAMES[status]}. ${codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join(" ")}`,
  headers: headerRefs([...(EXTRA_HEADERS[status] ?? []), "traceparent"]),
  content: {
    "application/problem+json": {
      schema: { $ref: "#/components/schemas/Problem" },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
});

const EXTRA_HEADERS: { readonly [Status in ErrorStatus]?: readonly HeaderName[] } = {
  401: ["WWW-Authenticate"],
  415: ["Accept-Post"],
  429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  503: ["Retry-After"],
};
