import type { IncomingMessage } from "node:http";
import type { ErrorCode } from "@lumiglyph/contract";
import { CORS_HEADERS } from "./cors.ts";
import { type AnswerError, answerRaw, createAnswerError, problemAnswer } from "./problem.ts";
import type { AnswerSocket } from "./server.ts";
import { type TraceOf, traceHeaders } from "./trace-headers.ts";

/** Responses that are sent outside the routes, all with the common headers. */
export type Answers = {
  readonly commonHeaders: (request: Pick<IncomingMessage, "rawHeaders">) => { readonly [name: string]: string };
  readonly answerError: AnswerError;
  readonly answerSocket: AnswerSocket;
};

export type AnswersParts = {
  readonly traceOf: TraceOf;
  readonly baseUrl: () => string;
  /** Called after a response to bytes that never became a request. */
  readonly onMalformed: (answer: {
    readonly traceId: string;
    readonly status: number;
    readonly code: ErrorCode;
  }) => void;
};

export const createAnswers = ({ traceOf, baseUrl, onMalformed }: AnswersParts): Answers => {
  const commonHeaders: Answers["commonHeaders"] = (request) => ({
    ...CORS_HEADERS,
    ...securityHeaders(baseUrl()),
    ...traceHeaders(traceOf(request)),
  });
  return {
    commonHeaders,
    answerError: createAnswerError(traceOf, baseUrl),
    answerSocket: (socket, refusal) => {
      const nobody = { rawHeaders: [] };
      const { traceId } = traceOf(nobody);
      const answer = problemAnswer(refusal, traceId, baseUrl());
      answerRaw(socket, answer, commonHeaders(nobody));
      onMalformed({ traceId, status: answer.status, code: refusal.code });
    },
  };
};

/**
 * Security headers of every response, including responses to malformed requests. Routes with other content override
 * some of them: pages and renders have their own content policy.
 */
const securityHeaders = (baseUrl: string): Headers =>
  baseUrl.startsWith("https:") ? { ...ALWAYS, ...OVER_TLS } : ALWAYS;

type Headers = { readonly [name: string]: string };

const ALWAYS: Headers = {
  // do not let browsers guess the content type
  "x-content-type-options": "nosniff",
  // data is not a page: nothing in it may load, run or be submitted
  "content-security-policy": "default-src 'none'; frame-ancestors 'self'",
  // for browsers that do not know frame-ancestors
  "x-frame-options": "SAMEORIGIN",
  // the API is public: pages of other origins may use it
  "cross-origin-resource-policy": "cross-origin",
  // pages that open ours get no handle on them; ours may still open the receiving site and talk to it
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "referrer-policy": "no-referrer",
};

/** One year of HTTPS only, if the operator's base URL is HTTPS. Subdomains are not ours to decide about. */
const OVER_TLS: Headers = { "strict-transport-security": "max-age=31536000" };
