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
