import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import {
  ERRORS,
  type ErrorCode,
  type FromSchema,
  type PROBLEM,
  partsOf,
  Refusal,
  refusalFor,
  statusOf,
  wordsOf,
} from "@lumiglyph/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ENDPOINTS } from "../tables/endpoints.ts";
import { addLogFields } from "./request-log.ts";
import type { TraceOf } from "./trace-headers.ts";
import { HTTP_WORDS } from "./words.ts";

/** An RFC 9457 body (answers 2.1). */
type ProblemBody = Omit<FromSchema<typeof PROBLEM>, "errors"> & Partial<Pick<FromSchema<typeof PROBLEM>, "errors">>;

/** An error response, ready to be sent through a reply or written straight to a socket. */
export type ProblemResponse = {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
};

/** Builds the response to a refusal. */
export const problemResponse = (refusal: Refusal, traceId: string, baseUrl: string): ProblemResponse => {
  const { code } = refusal;
  const { message, problems } = wordsOf(refusal, HTTP_WORDS);
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
 * The response to an internal error, which is not in the error table because no input should cause
 * it. Its cause is only in the log, under the same trace id.
 */
const internalErrorResponse = (traceId: string): ProblemResponse => ({
  status: 500,
  headers: PROBLEM_HEADERS,
  body: JSON.stringify({
    type: "about:blank",
    title: "Internal error",
    status: 500,
    detail: "Internal error. The operator can find it in the log under this trace id.",
    code: "internal",
    traceId,
  }),
});

const PROBLEM_HEADERS = { "content-type": "application/problem+json", "cache-control": "no-store" };

/** Content types a render accepts, for `Accept-Post`. */
const ACCEPT_POST = "multipart/form-data, application/json, image/*";

type CodeHeaders = { readonly [Code in ErrorCode]?: { readonly [name: string]: string } };

/** Headers that accompany an error code, in every form of an error. */
export const CODE_HEADERS: CodeHeaders = {
  credential_missing: { "www-authenticate": "Bearer" },
  invalid_token: { "www-authenticate": 'Bearer error="invalid_token"' },
  overloaded: { "retry-after": "2" },
  draining: { "retry-after": "1" },
  image_host_down: { "retry-after": "1" },
};

const OWN_HEADERS: CodeHeaders = { ...CODE_HEADERS, media_type_unsupported: { "accept-post": ACCEPT_POST } };

/** A refusal that caches may keep. */
export class CacheableRefusal extends Refusal {
  readonly cacheControl: string;
  constructor(refusal: Refusal, cacheControl: string) {
    super(...partsOf(refusal));
    this.cause = refusal.cause;
    this.cacheControl = cacheControl;
  }
}

/** Responds to a failed request. */
export type SendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export const createSendError =
  (traceOf: TraceOf, baseUrl: () => string): SendError =>
  (error, request, reply) => {
    const refusal = refusalOf(error);
    const { traceId } = traceOf(request.raw);
    if (refusal !== null) {
      addLogFields(request, { code: refusal.code });
      request.log.debug({ code: refusal.code, cause: causeOf(refusal) }, "refused");
      const response = problemResponse(refusal, traceId, baseUrl());
      if (!(refusal instanceof CacheableRefusal)) return send(reply, response);
      return send(reply, { ...response, headers: { ...response.headers, "cache-control": refusal.cacheControl } });
    }
    // the client is gone and its work was aborted, so no response is possible
    if (reply.raw.destroyed) return reply.hijack();
    addLogFields(request, { code: "internal" });
    request.log.error({ err: error }, "failed");
    return send(reply, internalErrorResponse(traceId));
  };

/** The refusal behind an error, or null for an internal error. */
export const refusalOf = (error: unknown): Refusal | null => {
  if (error instanceof Refusal) return error;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "FST_ERR_BAD_URL") return new Refusal("request_malformed", "The request target is not a valid URL.");
  return code === "FST_ERR_CTP_INVALID_MEDIA_TYPE" ? refusalFor("media_type_unsupported") : null;
};

/** The cause for the log: code or name of an error, because its message may contain client input. */
const causeOf = ({ cause }: Refusal): unknown =>
  cause instanceof Error ? ("code" in cause ? cause.code : cause.name) : cause;

const send = (reply: FastifyReply, { status, headers, body }: ProblemResponse): FastifyReply =>
  // bytes, because Fastify would add a charset to JSON text
  reply.code(status).headers(headers).send(Buffer.from(body));

/** Writes a complete response where there is no request object, then closes the connection. */
export const writeRawResponse = (
  socket: Duplex,
  response: ProblemResponse,
  headers: { readonly [name: string]: string },
): void => {
  if (socket.destroyed || !socket.writable) return;
  const body = Buffer.from(response.body);
  const all = { ...headers, ...response.headers, "content-length": String(body.length), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}\r\n${lines.join("")}\r\n`);
  socket.end(body);
  const cut = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(cut));
};

/**
 * Milliseconds that a client has to read its response while it may still be sending: a reset would
 * discard the response.
 */
export const LINGER_MS = 1000;
