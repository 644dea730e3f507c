import { ERROR_CODES, ERRORS, type ErrorCode, type ErrorScope } from "../../errors.ts";
import { codesByStatus, type StatusGroup } from "../codes-by-status.ts";
import { STATUS_NAMES } from "../status-name.ts";
import { code, page, table } from "./page.ts";

/** The reference of the error codes, status by status. */
export const errorsPage = (): string => page("Errors", errorsParts());

/** The codes, under headings of the second level. */
export const errorsParts = (): readonly string[] => [
  "Every error is `application/problem+json` (RFC 9457): `type`, `title`, `status`, `detail`, `code`, `traceId`, and `errors` where fields of the request are at fault (`code`, `parameter`, `given`, `allowed`, `message` for each). Where several things are wrong, the first gives `code` and all are listed. See `problem.schema.json`.",
  ...codesByStatus(ERROR_CODES).map(section),
];

const section = ({ status, codes }: StatusGroup): string =>
  `## ${status} ${STATUS_NAMES[status]}\n\n${table(["Code", "Meaning", "Where"], codes.map(row))}`;

const row = (name: ErrorCode): readonly string[] => [
  code(name),
  `${ERRORS[name].title}. ${ERRORS[name].says}`,
  SCOPES[ERRORS[name].where],
];

const SCOPES: { readonly [Scope in ErrorScope]: string } = {
  anywhere: "any operation",
  routing: "no operation reached",
  render: "render",
  tool: "tool endpoint",
  platform: "the operator's operations",
};
