import { MCP_STATELESS, RPC_CODES } from "@lumiglyph/contract";
import type { JSONRPCRequest } from "@modelcontextprotocol/server";
import { isRecord, readMessage } from "./message.ts";
import { type RpcAnswer, rpcFailure, rpcSays } from "./rpc.ts";

/** Why a batch cannot be taken at all, as a sentence; null where it can. */
export const batchFault = (
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
 * Answers the requests of a batch one after another, in their order, each as if it had come alone. Two requests of one id
 * are two answers, and a notification that cancels a request beside it comes too late by definition.
 */
export const answerBatch = async (
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
