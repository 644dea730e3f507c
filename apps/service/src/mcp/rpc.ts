import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCRequest,
  ProtocolError,
} from "@modelcontextprotocol/server";
import { MCP_METHODS, MCP_STATELESS, RPC_CODES } from "../tables/mcp.ts";

/** A JSON-RPC id in the Model Context Protocol; null if a message's id could not be read. */
export type RpcId = string | number | null;

/** The error of a JSON-RPC response. */
export type RpcError = { readonly code: number; readonly message: string; readonly data?: object };

/** One JSON-RPC response. */
export type RpcResponse = { readonly jsonrpc: "2.0"; readonly id: RpcId } & (
  | { readonly result: unknown }
  | { readonly error: RpcError }
);

export const rpcFailure = (id: RpcId, error: RpcError): RpcResponse => ({ jsonrpc: "2.0", id, error });

/** The message of an error code. Never a library's own message, which may quote client input. */
export const rpcMessage = (code: number, moreMethods: readonly string[] = []): string =>
  code === RPC_CODES.methodUnknown
    ? `Unknown method. The supported methods are ${[...MCP_METHODS, ...moreMethods].join(", ")}; initialize and ping only before revision ${MCP_STATELESS}.`
    : (MESSAGES[code] ?? MESSAGES[RPC_CODES.internal] ?? "");

const MESSAGES: { readonly [code: number]: string } = {
  [RPC_CODES.notJson]: "The body is not valid JSON in UTF-8.",
  [RPC_CODES.notRequest]: "This is not a JSON-RPC 2.0 request or notification.",
  [RPC_CODES.paramsInvalid]:
    "The params do not match the method. tools/call takes a name and an object of arguments; revision 2026-07-28 also needs its protocolVersion and clientCapabilities in _meta.",
  [RPC_CODES.internal]: "Internal error. The operator can find it in the log under this trace id.",
  [RPC_CODES.headersDisagree]:
    "The headers MCP-Protocol-Version, Mcp-Method and, for tools/call, Mcp-Name must be present and match the body.",
  [RPC_CODES.revisionUnsupported]: "This revision of the protocol is not supported.",
};

/** A parsed message: a request to respond to, one that needs no response, or neither. */
type Message =
  | { readonly kind: "request"; readonly request: JSONRPCRequest }
  | { readonly kind: "notification" }
  | { readonly kind: "invalid"; readonly id: RpcId };

/**
 * Parses one JSON value as a message. Notifications and posted responses need no response: a stateless server ignores
 * them.
 */
export const readRpc = (value: unknown): Message => {
  if (isJSONRPCRequest(value)) return { kind: "request", request: value };
  if (isJSONRPCNotification(value) || isResponse(value)) return { kind: "notification" };
  return { kind: "invalid", id: idOf(value) };
};

/** The id for the response to an invalid message, if it has a usable one. */
const idOf = (value: unknown): RpcId => {
  const id = isRecord(value) ? value["id"] : null;
  return typeof id === "string" || (typeof id === "number" && Number.isFinite(id)) ? id : null;
};

const isResponse = (value: unknown): boolean =>
  isRecord(value) &&
  value["jsonrpc"] === "2.0" &&
  !("method" in value) &&
  "id" in value &&
  (isRecord(value["result"]) || isRecord(value["error"]));

/** Whether a value is a plain object, not an array or null. */
export const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An error with a message of our own, which reaches the client: `sanitized` removes the mark. */
export const ownError = (message: string): ProtocolError =>
  new ProtocolError(RPC_CODES.paramsInvalid, message, { isOwn: true });

/** Replaces an error message with ours unless `ownError` made it, and truncates quoted input. */
export const sanitized = (response: RpcResponse, moreMethods: readonly string[] = []): RpcResponse => {
  if (!("error" in response)) return response;
  const { code, data, message } = response.error;
  const isOwn = isRecord(data) && data["isOwn"] === true;
  const details = code === RPC_CODES.revisionUnsupported ? { data: revisions(data) } : {};
  return { ...response, error: { code, message: isOwn ? message : rpcMessage(code, moreMethods), ...details } };
};

const revisions = (data: unknown) => {
  const { supported, requested } = isRecord(data) ? data : {};
  return {
    supported: Array.isArray(supported) ? supported : [MCP_STATELESS],
    ...(typeof requested === "string" ? { requested: requested.slice(0, 64) } : {}),
  };
};
