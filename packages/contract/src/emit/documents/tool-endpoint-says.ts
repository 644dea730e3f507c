import { ENDPOINTS } from "../../endpoints.ts";
import type { Instance } from "../../instance.ts";
import { MAX_RESULT_CHARACTERS } from "../../limits.ts";
import { MCP_METHODS, MCP_REVISIONS, MCP_STATELESS } from "../../protocol.ts";
import { code } from "../markdown/page.ts";

/** What a caller of the tool endpoint has to know, a sentence or two each. */
export const toolEndpointSays = ({ baseUrl, settings }: Instance): readonly string[] => [
  `Called at ${code(`${baseUrl}${ENDPOINTS.mcp.path}`)}: the Model Context Protocol over Streamable HTTP, revisions ${MCP_REVISIONS.join(", ")}, POST only, without sessions. A plain JSON-RPC 2.0 caller needs no handshake and no ${code("Accept")}; answers are JSON.`,
  `Methods: ${MCP_METHODS.map(code).join(", ")}.`,
  `Revision ${MCP_STATELESS} wants the headers ${code("MCP-Protocol-Version")}, ${code("Mcp-Method")} and, for a call, ${code("Mcp-Name")}, and its keys in ${code("_meta")}. Older ones may send a batch of at most ${settings.SERVICE_MCP_BATCH} messages; its calls run one after another.`,
  `A result has the art as text, ${code("structuredContent")} for the two JSON formats, and evidence, size and trace in ${code("_meta")}. It has at most ${MAX_RESULT_CHARACTERS} characters.`,
  `A failed call is a result with ${code("isError")}, whose text begins with a code of the chapter on errors. ${code("_meta.traceparent")} comes before the header.`,
];
