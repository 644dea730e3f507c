import { Readable } from "node:stream";
import { ERRORS, type Refusal, statusOf } from "@lumiglyph/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { CODE_HEADERS, refusalOf } from "../http/problem.ts";
import { addLogFields } from "../http/request-log.ts";
import type { TraceOf } from "../http/trace-headers.ts";
import { RPC_CODES } from "../tables/mcp.ts";
import type { BodyResponse } from "./endpoint.ts";
import { type RpcResponse, rpcFailure, rpcMessage } from "./rpc.ts";

/** Sends a response: JSON, nothing, or a stream. */
export const sendRpcResponse = (reply: FastifyReply, response: BodyResponse): FastifyReply => {
  reply.code(response.status).header("cache-control", "no-store");
  if ("stream" in response) return reply.type("text/event-stream").send(Readable.fromWeb(response.stream));
  const payload = "responses" in response ? response.responses : response.response;
  if (payload === null) return reply.send();
  // bytes, because Fastify would add a charset to JSON text
  return reply.header("content-type", "application/json").send(Buffer.from(JSON.stringify(payload)));
};

/** Responds to a request that failed as a whole, in JSON-RPC form. */
export const createErrorHandler =
  (traceOf: TraceOf) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { traceId } = traceOf(request.raw);
    const refusal = refusalOf(error);
    if (refusal !== null) {
      addLogFields(request, { code: refusal.code });
      request.log.debug({ code: refusal.code }, "refused");
      reply.headers(OWN_HEADERS[refusal.code] ?? {});
      return sendRpcResponse(reply, { status: statusOf(refusal.code), response: rpcRefusal(refusal, traceId) });
    }
    // the client is gone and its work was aborted: there is nobody to respond to
    if (reply.raw.destroyed) return reply.hijack();
    addLogFields(request, { code: "internal" });
    request.log.error({ err: error }, "failed");
    return sendRpcResponse(reply, { status: 500, response: rpcInternalError(traceId) });
  };

const OWN_HEADERS: typeof CODE_HEADERS = {
  ...CODE_HEADERS,
  media_type_unsupported: { "accept-post": "application/json" },
};

/** A refusal of the whole request, before any message was handled, as a JSON-RPC error. */
const rpcRefusal = ({ code, message }: Refusal, traceId: string): RpcResponse => {
  const status = statusOf(code);
  return rpcFailure(null, {
    code: rpcCode(status),
    message,
    data: { code, status, title: ERRORS[code].title, traceId },
  });
};

/** An internal error. */
const rpcInternalError = (traceId: string): RpcResponse =>
  rpcFailure(null, {
    code: RPC_CODES.internal,
    message: rpcMessage(RPC_CODES.internal),
    data: { code: "internal", traceId },
  });

/**
 * Retryable errors use their HTTP status as code: the reserved JSON-RPC codes mean that the request itself is wrong.
 */
const rpcCode = (status: number): number => (status >= 429 ? status : RPC_CODES.notRequest);
