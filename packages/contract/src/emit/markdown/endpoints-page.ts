import { ENDPOINTS, type Endpoint } from "../../endpoints.ts";
import { code, page, sentence, table } from "./page.ts";

/** The reference of the HTTP operations. */
export const endpointsPage = (): string =>
  page("Endpoints", [`${INTRODUCTION}\n\n${endpointsTable(Object.values(ENDPOINTS))}`]);

const INTRODUCTION =
  "No operation changes anything. Every GET also answers HEAD; every path answers a CORS preflight. A trailing slash equals none. The full description, with every parameter and answer, is `openapi.json`, served at `/api/openapi.json`.";

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
