import { MCP_STATELESS, RPC_CODES } from "@lumiglyph/contract";
import { isRecord } from "./message.ts";
import { type RpcAnswer, rpcSays } from "./rpc.ts";

/** An answer of the SDK with an error's words replaced by ours, unless they are ours already, and nothing quoted at length. */
export const tidied = (answer: RpcAnswer, ownWords: readonly string[]): RpcAnswer => {
  if (!("error" in answer)) return answer;
  const { code, message, data } = answer.error;
  const told = code === RPC_CODES.revisionUnsupported ? { data: revisions(data) } : {};
  return { ...answer, error: { code, message: ownWords.includes(message) ? message : rpcSays(code), ...told } };
};

const revisions = (data: unknown) => {
  const { supported, requested } = isRecord(data) ? data : {};
  return {
    supported: Array.isArray(supported) ? supported : [MCP_STATELESS],
    ...(typeof requested === "string" ? { requested: requested.slice(0, 64) } : {}),
  };
};
