import { RPC_CODES } from "@lumiglyph/contract";
import { PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import { answerBatch, batchFault } from "./batch.ts";
import {
  type Answered,
  asDiscovery,
  type Exchange,
  exchangeOlder,
  exchangeStateless,
  isStateless,
} from "./exchange.ts";
import { isRecord, readMessage } from "./message.ts";
import { type RpcAnswer, type RpcId, rpcFailure, rpcSays } from "./rpc.ts";

/** The answer to a whole body. */
export type BodyAnswer = Answered | { readonly status: number; readonly answers: readonly RpcAnswer[] };

/**
 * Answers the JSON of one body, undefined where it was none. The SDK never sees an array: it hangs on some, loses answers
 * of others, and takes a hundred.
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
  // one answer for all: nothing of it can be a stream
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

/** Whether a message names its revision itself, as only the one without handshake does. */
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
