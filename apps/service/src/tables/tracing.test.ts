import { TOOL_NAME } from "@lumiglyph/contract";
import { describe, expect, it } from "vitest";
import { ENDPOINTS } from "./endpoints.ts";
import { SPANS, TRACE_ATTRIBUTES, TRACE_BOUNDS } from "./tracing.ts";

describe("the table of exported attributes", () => {
  it("has no kind for free text", () => {
    const kinds = new Set(Object.values(TRACE_ATTRIBUTES).map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(["choice", "flag", "integer", "number", "own host"]);
  });

  it("has the specified attributes", () => {
    expect(Object.keys(TRACE_ATTRIBUTES)).toEqual([
      "http.request.method",
      "http.route",
      "url.scheme",
      "http.response.status_code",
      "network.protocol.version",
      "error.type",
      "server.address",
      "mcp.method.name",
      "mcp.protocol.version",
      "gen_ai.operation.name",
      "gen_ai.tool.name",
      "jsonrpc.request.id",
      "ascii.error_code",
      "ascii.format",
      "ascii.columns",
      "ascii.rows",
      "ascii.pixels",
      "ascii.source_format",
      "ascii.target",
      "ascii.status",
      "ascii.score",
      "ascii.codebook_size",
      "ascii.rmse",
      "ascii.shared",
      "ascii.cache",
    ]);
  });

  it("names requests by route and calls by tool", () => {
    const [render, address, mcp, call] = Object.keys(SPANS);
    const { render: upload, renderAddress, mcp: tool } = ENDPOINTS;
    expect([render, address, mcp]).toEqual(
      [upload, renderAddress, tool].map(({ method, path }) => `${method} ${path}`),
    );
    expect(call).toBe(`tools/call ${TOOL_NAME}`);
  });

  it("has the specified bounds", () => {
    expect([TRACE_BOUNDS.tracesPerSecond, TRACE_BOUNDS.waiting, TRACE_BOUNDS.batch]).toEqual([20, 256, 64]);
  });
});
