import { MCP_METHODS, RPC_CODES } from "@lumiglyph/contract";

/** A JSON-RPC id as the Model Context Protocol has it; null where a message's own could not be read. */
export type RpcId = string | number | null;

/** The error of a JSON-RPC answer. */
export type RpcError = { readonly code: number; readonly message: string; readonly data?: object };

/** One JSON-RPC answer. */
export type RpcAnswer = { readonly jsonrpc: "2.0"; readonly id: RpcId } & (
  | { readonly result: unknown }
  | { readonly error: RpcError }
);

export const rpcFailure = (id: RpcId, error: RpcError): RpcAnswer => ({ jsonrpc: "2.0", id, error });

/** What an error of a code says, whoever noticed it: never a library's own words, which like to quote the caller. */
export const rpcSays = (code: number): string => SAYS[code] ?? SAYS[RPC_CODES.internal] ?? "";

const SAYS: { readonly [code: number]: string } = {
  [RPC_CODES.notJson]: "The body is not valid JSON in UTF-8.",
  [RPC_CODES.notRequest]: "This is no JSON-RPC 2.0 request or notification.",
  [RPC_CODES.methodUnknown]: `There is no such method here. Offered are ${MCP_METHODS.join(", ")}; initialize and ping only before revision 2026-07-28.`,
  [RPC_CODES.paramsInvalid]:
    "The params do not fit the method. tools/call takes a name and an object of arguments; revision 2026-07-28 also wants its protocolVersion and clientCapabilities in _meta.",
  [RPC_CODES.internal]: "The service failed in a way that it should not. The operator finds it under this trace id.",
  [RPC_CODES.headersDisagree]:
    "The headers MCP-Protocol-Version, Mcp-Method and, for tools/call, Mcp-Name must be there and say what the body says.",
  [RPC_CODES.revisionUnsupported]: "This revision of the protocol is not spoken here.",
};
