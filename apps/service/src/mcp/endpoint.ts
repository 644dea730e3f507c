import { MCP_STATELESS, RPC_CODES } from "@lumiglyph/contract";
import { type JSONRPCRequest, PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import {
  type Answered,
  asDiscovery,
  type Exchange,
  exchangeOlder,
  exchangeStateless,
  isStateless,
} from "./exchange.ts";
import { isRecord, type RpcAnswer, type RpcId, readMessage, rpcFailure, rpcSays } from "./rpc.ts";

/** The response to a whole request body. */
export type BodyAnswer = Answered | { readonly status: number; readonly answers: readonly RpcAnswer[] };

/**
 * Responds to the JSON of one body; undefined means it was not JSON. Arrays never reach the SDK: it hangs on some,
 * drops responses of others and accepts a hundred.
 */
export const answerBody = async (body: unknown, exchange: Exchange, mostInBatch: number): Promise<BodyAnswer> => {
  if (body === undefined) return refused(RPC_CODES.notJson);
  if (Array.isArray(body)) return answerArray(body, exchange, mostInBatch);
  const message = readMessage(body);
  if (message.kind === "invalid") return refused(RPC_CODES.notRequest, message.id);
  if (message.kind === "request" && isBareDiscovery(body, exchange.headers)) {
    return exchangeStateless(asDiscovery(message.request, exchange.headers), exchange);
  }
  if (isStateless(body, exchange.headers)) return exchangeStateless(body, exchange);
  return message.kind === "silent" ? { status: 202, answer: null } : exchangeOlder(message.request, exchange);
};

const answerArray = async (items: readonly unknown[], exchange: Exchange, most: number): Promise<BodyAnswer> => {
  const fault = batchFault(items, { most, stateless: namesStateless(items, exchange.headers) });
  if (fault !== null) return refused(RPC_CODES.notRequest, null, fault);
  const headers = new Headers(exchange.headers);
  // one response for all of them, so no streams
  headers.set("accept", "application/json");
  const answers = await answerBatch(items, async (request) =>
    answerOf(request.id, await exchangeOlder(request, { ...exchange, headers })),
  );
  return answers.length === 0 ? { status: 202, answer: null } : { status: 200, answers };
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

const answerOf = (id: RpcId, answered: Answered): RpcAnswer => {
  const answer = "answer" in answered ? answered.answer : null;
  return answer ?? rpcFailure(id, { code: RPC_CODES.internal, message: rpcSays(RPC_CODES.internal) });
};

const refused = (code: number, id: RpcId = null, message: string = rpcSays(code)): BodyAnswer => ({
  status: 400,
  answer: rpcFailure(id, { code, message }),
});

/** Why a batch is refused as a whole; null if it is fine. */
const batchFault = (
  items: readonly unknown[],
  { most, stateless }: { readonly most: number; readonly stateless: boolean },
): string | null => {
  if (stateless) return `Revision ${MCP_STATELESS} has no batches: send one message a request.`;
  if (items.length === 0) return "The batch is empty.";
  if (items.length > most) return `The batch has ${items.length} messages, more than the ${most} that are taken.`;
  return items.some(isHandshake) ? "initialize must not be part of a batch." : null;
};

const isHandshake = (item: unknown): boolean => isRecord(item) && item["method"] === "initialize";

/**
 * Handles the requests of a batch in order, each as if it had come alone. Two requests with the same id get two
 * responses; a notification that cancels a request of the same batch comes too late by definition.
 */
const answerBatch = async (
  items: readonly unknown[],
  answerOne: (request: JSONRPCRequest) => Promise<RpcAnswer>,
): Promise<readonly RpcAnswer[]> => {
  const answers: RpcAnswer[] = [];
  for (const item of items) {
    const message = readMessage(item);
    if (message.kind === "request") answers.push(await answerOne(message.request));
    if (message.kind === "invalid") answers.push(invalid(message.id));
  }
  return answers;
};

const invalid = (id: RpcAnswer["id"]): RpcAnswer =>
  rpcFailure(id, { code: RPC_CODES.notRequest, message: rpcSays(RPC_CODES.notRequest) });
