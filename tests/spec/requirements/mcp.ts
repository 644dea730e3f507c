import type { AreaTable } from "./requirement.ts";

/** The tool endpoint: JSON-RPC 2.0, one tool, the same render. */
export const mcp = {
  built: {
    "spec 1.6": {
      "mcp:same-render": "The tool `render_ascii` is the same render operation.",
    },
    "spec 4": {
      "route:mcp": "POST /api/mcp is served.",
    },
    "spec 4.4": {
      "mcp:json-rpc": "The endpoint speaks JSON-RPC 2.0 over a POST body; success is 200 with a JSON-RPC response.",
      "mcp:call": "`tools/call` takes a single call of `render_ascii`.",
      "mcp:batch": "`tools/call` takes a bounded batch.",
      "mcp:discovery": "The canonical discovery methods are answered.",
      "mcp:arguments": "`arguments` is one image source and any render parameters.",
      "mcp:only-tool": "The only tool is `render_ascii`.",
      "mcp:spans": "Tool executions export measured spans and linked evidence, redacted, when tracing is configured.",
    },
    "spec 5.2": {
      "mcp:public": "The tool endpoint asks for no credential.",
    },
    "spec 8.4": {
      "mcp:batch:bound": "A batch is bounded.",
    },
    "decision 2.15": {
      "mcp:origin": "`Origin` is absent, our own, loopback or listed in `SERVICE_MCP_ORIGINS`; any other is a 403.",
    },
    "decision 3": {
      "mcp:batch:size": "A batch has at most `SERVICE_MCP_BATCH` calls, by default 8, under one body limit.",
      "mcp:origins:default": "No browser origin is allowed by default beyond our own and loopback.",
    },
    "decision 5": {
      "mcp:revisions": "Revision 2026-07-28 and the 2025 line are served on one URL.",
      "mcp:batch:older": "Batches of at most 8 are for callers of the older line, refused for 2026-07-28.",
      "mcp:failure": "A tool's failure is a result with `isError: true`.",
      "mcp:structured": "`structuredContent` is there only for the two JSON formats.",
      "mcp:schema:root": "The tool's schema has no `oneOf` at its root.",
      "mcp:one-gate": "Arguments pass our one gate: codes equal HTTP's, and so do sentences that do not speak of HTTP.",
      "mcp:result:limit": "A result over 500,000 characters is `isError`, naming the `columns` that would fit.",
      "mcp:result:allowed": "No smaller result is refused.",
      "mcp:overloaded": "A full queue inside a call is `isError` with code `overloaded`, HTTP 200.",
    },
  },
  later: {},
} as const satisfies AreaTable;
