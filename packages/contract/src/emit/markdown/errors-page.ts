import { ERRORS, type ErrorScope } from "../../errors.ts";
import { codesByStatus } from "../codes-by-status.ts";
import { STATUS_NAMES } from "../status-name.ts";
import { code, page, table } from "./page.ts";

/** The reference of the error codes, status by status. */
export const errorsPage = (): string =>
  page("Errors", [
    "Every error is `application/problem+json` (RFC 9457): `type`, `title`, `status`, `detail`, `code`, `traceId`, and `errors` where fields of the request are at fault (`code`, `parameter`, `given`, `allowed`, `message` for each). Where several things are wrong, the first gives `code` and all are listed. See `problem.schema.json`.",
    ...codesByStatus().map(({ status, codes }) => {
      const rows = codes.map((name) => [
        code(name),
        `${ERRORS[name].title}. ${ERRORS[name].says}`,
        SCOPES[ERRORS[name].where],
      ]);
      return `## ${status} ${STATUS_NAMES[status]}\n\n${table(["Code", "Meaning", "Where"], rows)}`;
    }),
  ]);

const SCOPES: { readonly [Scope in ErrorScope]: string } = {
  anywhere: "any operation",
  routing: "no operation reached",
  render: "render",
  tool: "tool endpoint",
  platform: "the operator's operations",
};
