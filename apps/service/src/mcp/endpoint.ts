import { type JSONRPCRequest, PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import { MCP_STATELESS, RPC_CODES } from "../tables/mcp.ts";
import {
  asDiscovery,
  type Exchange,
  type ExchangeResult,
  exchangeOlder,
  exchangeStateless,
  isStateless,
} from "./exchange.ts";
import { isRecord, type RpcId, type RpcResponse, readRpc, rpcFailure, rpcMessage } from "./rpc.ts";

/** The response to a whole request body. */
export type BodyResponse = ExchangeResult | { readonly status: number; readonly responses: readonly RpcResponse[] };

/**
 * Responds to the JSON of one body; undefined means it was not JSON. Arrays never reach the SDK: it hangs on some,
 * drops responses of others and accepts a hundred.
 */
export const handleBody = async (body: unknown, exchange: Exchange, maxBatch: number): Promise<BodyResponse> => {
  if (body === undefined) return refused(RPC_CODES.notJson);
  if (Array.isArray(body)) return handleArray(body, exchange, maxBatch);
  const message = readRpc(body);
  if (message.kind === "invalid") return refused(RPC_CODES.notRequest, message.id);
  if (message.kind === "request" && isBareDiscovery(body, exchange.headers)) {
    return exchangeStateless(asDiscovery(message.request, exchange.headers), exchange);
  }
  if (isStateless(body, exchange.headers)) return exchangeStateless(body, exchange);
  return message.kind === "notification" ? { status: 202, response: null } : exchangeOlder(message.request, exchange);
};

const handleArray = async (items: readonly unknown[], exchange: Exchange, most: number): Promise<BodyResponse> => {
  const fault = batchFault(items, { most, stateless: namesStateless(items, exchange.headers) });
  if (fault !== null) return refused(RPC_CODES.notRequest, null, fault);
  const headers = new Headers(exchange.headers);
  // one response for all of them, so no streams
  headers.set("accept", "application/json");
  const responses = await handleBatch(items, async (request) =>
    responseOf(request.id, await exchangeOlder(request, { ...exchange, headers })),
  );
  return responses.length === 0 ? { status: 202, response: null } : { status: 200, responses };
};

const namesStateless = (items: readonly unknown[], headers: Headers): boolean =>
  isStateless({ jsonrpc: "2.0", id: 0, method: "tools/list" }, headers) || items.some(hasEnvelope);

const isBareDiscovery = (body: unknown, headers: Headers): boolean =>
  isRecord(body) && body["method"] === "server/discover" && !headers.has("mcp-protocol-version") && !hasEnvelope(body);

/** Whether a message names its revision, as only the stateless revision does. */
const hasEnvelope = (message: unknown): boolean => {
  const params = isRecord(message) ? message["params"] : undefined;
  const meta = isRecord(params) ? params["_meta"] : undefined;
  return isRecord(meta) && PROTOCOL_VERSION_META_KEY in meta;
};

const responseOf = (id: RpcId, result: ExchangeResult): RpcResponse => {
  const response = "response" in result ? result.response : null;
  return response ?? rpcFailure(id, { code: RPC_CODES.internal, message: rpcMessage(RPC_CODES.internal) });
};

const refused = (code: number, id: RpcId = null, message: string = rpcMessage(code)): BodyResponse => ({
  status: 400,
  response: rpcFailure(id, { code, message }),
});

/** The reason to refuse a batch as a whole; null if it is valid. */
const batchFault = (
  items: readonly unknown[],
  { most, stateless }: { readonly most: number; readonly stateless: boolean },
): string | null => {
  if (stateless) return `Revision ${MCP_STATELESS} does not support batches: send one message per request.`;
  if (items.length === 0) return "The batch is empty.";
  if (items.length > most) return `The batch has ${items.length} messages, more than the ${most} allowed.`;
  return items.some(isHandshake) ? "initialize must not be part of a batch." : null;
};

const isHandshake = (item: unknown): boolean => isRecord(item) && item["method"] === "initialize";

/**
 * Handles the requests of a batch in order, each as if it had come alone. Two requests with the same id get two
 * responses; a notification that cancels a request of the same batch comes too late by definition.
 */
const handleBatch = async (
  items: readonly unknown[],
  handleOne: (request: JSONRPCRequest) => Promise<RpcResponse>,
): Promise<readonly RpcResponse[]> => {
  const responses: RpcResponse[] = [];
  for (const item of items) {
    const message = readRpc(item);
    if (message.kind === "request") responses.push(await handleOne(message.request));
    if (message.kind === "invalid") responses.push(invalid(message.id));
  }
  return responses;
};

const invalid = (id: RpcResponse["id"]): RpcResponse =>
  rpcFailure(id, { code: RPC_CODES.notRequest, message: rpcMessage(RPC_CODES.notRequest) });
