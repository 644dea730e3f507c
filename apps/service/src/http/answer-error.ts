import { Refusal, refusalFor } from "@lumiglyph/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { internalAnswer, type ProblemAnswer, problemAnswer } from "./problem.ts";
import type { RequestLog } from "./request-log.ts";
import type { TraceOf } from "./request-trace.ts";

/** Answers a request that failed, whatever it failed with. */
export type AnswerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export const createAnswerError =
  (traceOf: TraceOf, baseUrl: () => string, note: RequestLog["note"]): AnswerError =>
  (error, request, reply) => {
    const refusal = refusalOf(error);
    const { traceId } = traceOf(request.raw);
    if (refusal !== null) {
      note(request.raw, { code: refusal.code });
      request.log.debug({ code: refusal.code, cause: causeOf(refusal) }, "refused");
      return send(reply, problemAnswer(refusal, traceId, baseUrl()));
    }
    // nobody is left to answer: what was under way has been called off
    if (reply.raw.destroyed) return reply.hijack();
    note(request.raw, { code: "internal" });
    request.log.error({ err: error }, "failed");
    return send(reply, internalAnswer(traceId));
  };

/** A failure as one of the table, where it is one; null for a fault of our own. */
export const refusalOf = (error: unknown): Refusal | null => {
  if (error instanceof Refusal) return error;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "FST_ERR_BAD_URL") return new Refusal("request_malformed", "The request target is no valid URL.");
  return code === "FST_ERR_CTP_INVALID_MEDIA_TYPE" ? refusalFor("media_type_unsupported") : null;
};

/** Why, in our own words: a cause that is an error tells its code, because its message may hold what the caller sent. */
const causeOf = ({ cause }: Refusal): unknown =>
  cause instanceof Error ? ("code" in cause ? cause.code : cause.name) : cause;

const send = (reply: FastifyReply, { status, headers, body }: ProblemAnswer): FastifyReply =>
  // bytes, because Fastify would add a charset to JSON text
  reply.code(status).headers(headers).send(Buffer.from(body));
