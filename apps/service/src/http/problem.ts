import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import {
  ENDPOINTS,
  ERRORS,
  type ErrorCode,
  type FromSchema,
  type PROBLEM,
  Refusal,
  refusalFor,
  statusOf,
  wordedFor,
} from "@lumiglyph/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { addFacts } from "./request-log.ts";
import type { TraceOf } from "./trace-headers.ts";

/** An RFC 9457 body (answers 2.1). */
type ProblemBody = Omit<FromSchema<typeof PROBLEM>, "errors"> & Partial<Pick<FromSchema<typeof PROBLEM>, "errors">>;

/** An answer that says what went wrong: enough to send over a reply or straight into a socket. */
export type ProblemAnswer = {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
};

/** A refusal as the answer to the request of this trace. */
export const problemAnswer = (refusal: Refusal, traceId: string, baseUrl: string): ProblemAnswer => {
  const { code, message, problems } = wordedFor("http", refusal);
  const status = statusOf(code);
  const body: ProblemBody = {
    type: `${baseUrl}${ENDPOINTS.errorReference.path}#${code}`,
    title: ERRORS[code].title,
    status,
    detail: message,
    code,
    traceId,
    ...(problems.length > 0 ? { errors: problems } : {}),
  };
  return { status, headers: { ...PROBLEM_HEADERS, ...OWN_HEADERS[code] }, body: JSON.stringify(body) };
};

/**
 * The answer to a fault of our own, which is in no table because nothing a caller sends leads to it. It says nothing of
 * the cause: that is in the log, under the same trace.
 */
const internalAnswer = (traceId: string): ProblemAnswer => ({
  status: 500,
  headers: PROBLEM_HEADERS,
  body: JSON.stringify({
    type: "about:blank",
    title: "Internal error",
    status: 500,
    detail: "The service failed in a way that it should not. The operator finds it under this trace id.",
    code: "internal",
    traceId,
  }),
});

const PROBLEM_HEADERS = { "content-type": "application/problem+json", "cache-control": "no-store" };

/** Content types that a render takes, as `Accept-Post` says it. */
const ACCEPT_POST = "multipart/form-data, application/json, image/*";

/** Headers that belong to a code wherever it is answered. */
const OWN_HEADERS: { readonly [Code in ErrorCode]?: { readonly [name: string]: string } } = {
  credential_missing: { "www-authenticate": "Bearer" },
  invalid_token: { "www-authenticate": 'Bearer error="invalid_token"' },
  media_type_unsupported: { "accept-post": ACCEPT_POST },
  overloaded: { "retry-after": "2" },
  draining: { "retry-after": "1" },
};

/** Answers a request that failed, whatever it failed with. */
export type AnswerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export const createAnswerError =
  (traceOf: TraceOf, baseUrl: () => string): AnswerError =>
  (error, request, reply) => {
    const refusal = refusalOf(error);
    const { traceId } = traceOf(request.raw);
    if (refusal !== null) {
      addFacts(request, { code: refusal.code });
      request.log.debug({ code: refusal.code, cause: causeOf(refusal) }, "refused");
      return send(reply, problemAnswer(refusal, traceId, baseUrl()));
    }
    // nobody is left to answer: what was under way has been called off
    if (reply.raw.destroyed) return reply.hijack();
    addFacts(request, { code: "internal" });
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

/** Writes a whole response where there is no request object to reply to, and closes the connection. */
export const answerRaw = (
  socket: Duplex,
  answer: ProblemAnswer,
  headers: { readonly [name: string]: string },
): void => {
  if (socket.destroyed || !socket.writable) return;
  const body = Buffer.from(answer.body);
  const all = { ...headers, ...answer.headers, "content-length": String(body.length), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join("")}\r\n`);
  socket.end(body);
  const cut = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(cut));
};

/** Milliseconds that a caller has to read its answer while it may still be sending: a reset would throw the answer away. */
export const LINGER_MS = 1000;
