import { Readable } from "node:stream";
import { type ErrorCode, statusOf } from "@lumiglyph/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refusalOf } from "../http/answer-error.ts";
import type { RequestLog } from "../http/request-log.ts";
import type { TraceOf } from "../http/request-trace.ts";
import type { BodyAnswer } from "./endpoint.ts";
import { rpcFault, rpcRefusal } from "./rpc-refusal.ts";

/** Sends an answer: JSON, or nothing, or the stream of a caller that takes one. */
export const sendAnswer = (reply: FastifyReply, answered: BodyAnswer): FastifyReply => {
  reply.code(answered.status).header("cache-control", "no-store");
  if ("stream" in answered) return reply.type("text/event-stream").send(Readable.fromWeb(answered.stream));
  const payload = "answers" in answered ? answered.answers : answered.answer;
  if (payload === null) return reply.send();
  // bytes, because Fastify would add a charset to JSON text
  return reply.header("content-type", "application/json").send(Buffer.from(JSON.stringify(payload)));
};

/** Answers a request that failed as a whole, in the protocol's own form. */
export const sendFailure =
  (traceOf: TraceOf, note: RequestLog["note"]) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { traceId } = traceOf(request.raw);
    const refusal = refusalOf(error);
    if (refusal !== null) {
      note(request.raw, { code: refusal.code });
      request.log.debug({ code: refusal.code }, "refused");
      reply.headers(OWN_HEADERS[refusal.code] ?? {});
      return sendAnswer(reply, { status: statusOf(refusal.code), answer: rpcRefusal(refusal, traceId) });
    }
    // nobody is left to answer: what was under way has been called off
    if (reply.raw.destroyed) return reply.hijack();
    note(request.raw, { code: "internal" });
    request.log.error({ err: error }, "failed");
    return sendAnswer(reply, { status: 500, answer: rpcFault(traceId) });
  };

/** Headers that belong to a code wherever it is answered. */
const OWN_HEADERS: { readonly [Code in ErrorCode]?: { readonly [name: string]: string } } = {
  media_type_unsupported: { "accept-post": "application/json" },
  overloaded: { "retry-after": "2" },
  draining: { "retry-after": "1" },
};
