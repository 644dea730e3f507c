import { ACTIVE_ERROR_CODES, ERRORS, type ErrorCode, type ErrorScope } from "../../errors.ts";
import { codesByStatus, IDLE_ERROR_CODES, type StatusGroup } from "../codes-by-status.ts";
import { STATUS_NAMES } from "../status-name.ts";
import { code, page, table } from "./page.ts";

/** The reference of the error codes, status by status, those that nothing answers with yet behind the others. */
export const errorsPage = (): string =>
  page("Errors", [...errorsParts(), ...(IDLE_ERROR_CODES.length === 0 ? [] : [`${IDLE}\n\n${idleTable()}`])]);

/** What is answered today, under headings of the second level. */
export const errorsParts = (): readonly string[] => [
  "Every error is `application/problem+json` (RFC 9457): `type`, `title`, `status`, `detail`, `code`, `traceId`, and `errors` where fields of the request are at fault (`code`, `parameter`, `given`, `allowed`, `message` for each). Where several things are wrong, the first gives `code` and all are listed. See `problem.schema.json`.",
  ...codesByStatus(ACTIVE_ERROR_CODES).map(section),
];

const IDLE = `## Not answered yet

These codes are fixed, but nothing in this release answers with them.`;

const section = ({ status, codes }: StatusGroup): string =>
  `## ${status} ${STATUS_NAMES[status]}\n\n${table(["Code", "Meaning", "Where"], codes.map(row))}`;

const idleTable = (): string =>
  table(
    ["Code", "Meaning", "Where", "Status"],
    IDLE_ERROR_CODES.map((name) => [...row(name), `${ERRORS[name].status} ${STATUS_NAMES[ERRORS[name].status]}`]),
  );

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
