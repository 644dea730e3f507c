import { ENDPOINTS, type Endpoint } from "../../endpoints.ts";
import { code, page, sentence, table } from "./page.ts";

/** The reference of the HTTP operations. */
export const endpointsPage = (): string => {
  const all: readonly Endpoint[] = Object.values(ENDPOINTS);
  const planned = all.filter(({ served }) => !served);
  return page("Endpoints", [
    `${INTRODUCTION}\n\n${endpointsTable(all.filter(({ served }) => served))}`,
    ...(planned.length === 0 ? [] : [`${PLANNED}\n\n${endpointsTable(planned)}`]),
  ]);
};

const INTRODUCTION =
  "No operation changes anything. Every GET also answers HEAD; every path answers a CORS preflight. A trailing slash equals none. The full description, with every parameter and answer, is `openapi.json`, served at `/api/openapi.json`.";

const PLANNED = `## Not served yet

These paths belong to the interface and answer 404 in this release.`;

/** Endpoints as a table. */
export const endpointsTable = (endpoints: readonly Endpoint[]): string =>
  table(
    ["Method", "Path", "Operation", "Credential", "Purpose"],
    endpoints.map(({ method, path, operation, access, summary }) => [
      method,
      code(path),
      code(operation),
      access === "public" ? "none" : "platform credential",
      sentence(summary),
    ]),
  );
