import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TRACE_ATTRIBUTES, type TraceAttribute, type TraceAttributeKey } from "../tables/tracing.ts";
import { closedAttributes } from "./render-record.ts";

const KEYS = Object.keys(TRACE_ATTRIBUTES) as TraceAttributeKey[];

describe("closedAttributes", () => {
  test("keeps allowed values", () => {
    const given = {
      "http.route": "/api/v1/render",
      "http.response.status_code": 200,
      "error.type": "tool_error",
      "server.address": "images.example",
      "jsonrpc.request.id": 7,
      "ascii.score": 0.91,
      "ascii.shared": false,
      "ascii.cache": "hit",
    } as const;
    expect(closedAttributes(given)).toEqual(given);
  });

  test.each([
    ["an unlisted word", { "http.route": "/secret", "ascii.status": "fine" }],
    ["text for a number", { "ascii.columns": "120", "ascii.score": "0.9" }],
    ["NaN and Infinity", { "ascii.score": Number.NaN, "ascii.rmse": Number.POSITIVE_INFINITY }],
    ["a number out of range", { "jsonrpc.request.id": 4_929_000_011_112_222, "http.response.status_code": 7 }],
    ["an id with text", { "jsonrpc.request.id": "secret" }],
    ["text for a flag", { "ascii.shared": "true" }],
    ["a value that is not a host", { "server.address": "user:pass@host/path?query" }],
    ["nothing", { "ascii.cache": null, "error.type": undefined }],
  ])("leaves out %s", (_what, given) => {
    expect(closedAttributes(given)).toEqual({});
  });

  test("leaves out a key that is not in the table", () => {
    expect(closedAttributes({ "user.name": "secret", toString: "secret" } as object)).toEqual({});
  });

  test("keeps no text that is not in its list, for any input", () => {
    const choices = KEYS.filter((key) => TRACE_ATTRIBUTES[key].kind !== "own host");
    fc.assert(
      fc.property(fc.constantFrom(...choices), fc.anything(), (key, value) => {
        const row: TraceAttribute = TRACE_ATTRIBUTES[key];
        const [kept] = Object.values(closedAttributes({ [key]: value }));
        return typeof kept !== "string" || (row.kind === "choice" && row.values.includes(kept));
      }),
    );
  });
});
