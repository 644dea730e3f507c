import { ERRORS, type Refusal, RPC_CODES, statusOf } from "@lumiglyph/contract";
import { type RpcAnswer, rpcFailure, rpcSays } from "./rpc.ts";

/** A refusal of the whole request, before any message was looked at, as JSON-RPC tells it. */
export const rpcRefusal = ({ code, message }: Refusal, traceId: string): RpcAnswer => {
  const status = statusOf(code);
  return rpcFailure(null, {
    code: rpcCode(status),
    message,
    data: { code, status, title: ERRORS[code].title, traceId },
  });
};

/** A fault of our own. */
export const rpcFault = (traceId: string): RpcAnswer =>
  rpcFailure(null, {
    code: RPC_CODES.internal,
    message: rpcSays(RPC_CODES.internal),
    data: { code: "internal", traceId },
  });

/** What is worth trying again has its status for a code: those that JSON-RPC reserves are for requests that are wrong. */
const rpcCode = (status: number): number => (status >= 429 ? status : RPC_CODES.notRequest);
