import { ENDPOINTS } from "../../endpoints.ts";
import { MCP_STATELESS } from "../../protocol.ts";
import type { ToolUse } from "../../recipes.ts";
import type { AgentRecipe } from "../../shapes/agent-manifest.ts";
import { TOOL_NAME } from "../../version.ts";

/** A request to the tool endpoint, ready to send. */
export const toolRequest = (use: ToolUse, args: object): AgentRecipe["request"] => {
  const { method, path } = ENDPOINTS.mcp;
  const headers = { "Content-Type": "application/json", ...(use === "stateless" ? STATELESS_HEADERS : {}) };
  return { method, path, headers, body: { json: MESSAGES[use](args) } };
};

const STATELESS_HEADERS = {
  "MCP-Protocol-Version": MCP_STATELESS,
  "Mcp-Method": "tools/call",
  "Mcp-Name": TOOL_NAME,
};

/** What a request of the newest revision says of itself and of its caller. */
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": MCP_STATELESS,
  "io.modelcontextprotocol/clientInfo": { name: "my-client", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

const call = (id: number, args: object, more: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: TOOL_NAME, arguments: args, ...more },
});

type Messages = Extract<AgentRecipe["request"]["body"], { json: unknown }>["json"];

const MESSAGES: { readonly [Use in ToolUse]: (args: object) => Messages } = {
  list: () => ({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  call: (args) => call(1, args),
  stateless: (args) => call(1, args, { _meta: ENVELOPE }),
  batch: (args) => [call(1, args), call(2, { ...args, invert: true })],
};
