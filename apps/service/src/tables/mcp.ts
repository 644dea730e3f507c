import { HANDOFF_MODES } from "./version.ts";

/** Revisions of the Model Context Protocol that the tool endpoint supports, newest first. */
export const MCP_REVISIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

/** The revision without sessions or batches, declared in every request. */
export const MCP_STATELESS = MCP_REVISIONS[0];

/** Revisions that begin with a handshake, newest first. */
export const MCP_HANDSHAKE: readonly string[] = MCP_REVISIONS.slice(1);

/** Methods of the tool endpoint. `initialize` and `ping` belong to the older revisions. */
export const MCP_METHODS = ["server/discover", "initialize", "ping", "tools/list", "tools/call"] as const;

/** Methods that a tool with a folder of pictures adds: they are its resources. */
export const MCP_FOLDER_METHODS = ["resources/list", "resources/templates/list", "resources/read"] as const;

/** Error codes of JSON-RPC 2.0, section 5.1, and of the Model Context Protocol (2026-07-28). */
export const RPC_CODES = {
  notJson: -32700,
  notRequest: -32600,
  methodUnknown: -32601,
  paramsInvalid: -32602,
  internal: -32603,
  headersDisagree: -32020,
  revisionUnsupported: -32022,
} as const;

/** 32 lower-case hex digits, not all zero (answers 6.2; W3C Trace Context's trace id). */
export const TRACE_ID_PATTERN = "^(?!0{32}$)[0-9a-f]{32}$";

/** The browser-only tool (specification 4.5), which the studio's page registers. */
export const STREAM_TOOL = {
  name: "stream_ascii_to_a2v",
  title: "Stream character art to the receiving site",
  description:
    "Sends frames from the browser studio to the trusted receiving site by `window.postMessage`. The studio asks its user, who has 60 seconds to allow it. A camera or video must be running before it can be streamed. Runs only in the studio's page, in browsers with WebMCP: the service has no such operation.",
  inputSchema: {
    type: "object",
    properties: {
      mode: { enum: HANDOFF_MODES, description: "What to send: one frame, or a camera or video stream." },
      traceId: {
        type: "string",
        pattern: TRACE_ID_PATTERN,
        description: "Public trace id that both sites report; the browser generates one if it is omitted.",
      },
    },
    required: ["mode"],
    additionalProperties: false,
  },
  served: true,
} as const;
