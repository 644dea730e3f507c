import type { IncomingMessage } from "node:http";
import type { ErrorCode } from "@lumiglyph/contract";
import { CORS_HEADERS } from "./cors.ts";
import { type AnswerError, answerRaw, createAnswerError, problemAnswer } from "./problem.ts";
import type { AnswerSocket } from "./server.ts";
import { type TraceOf, traceHeaders } from "./trace-headers.ts";

/** The ways in which the service answers besides its routes, all with the headers that every response has. */
export type Answers = {
  readonly commonHeaders: (request: Pick<IncomingMessage, "rawHeaders">) => { readonly [name: string]: string };
  readonly answerError: AnswerError;
  readonly answerSocket: AnswerSocket;
};

export type AnswersParts = {
  readonly traceOf: TraceOf;
  readonly baseUrl: () => string;
  /** Hears of each answer to bytes that never became a request. */
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
 * What every answer says to a browser about itself, malformed requests' answers too. Routes with another kind of content
 * overwrite single ones: pages and renders have a content policy of their own.
 */
const securityHeaders = (baseUrl: string): Headers =>
  baseUrl.startsWith("https:") ? { ...ALWAYS, ...OVER_TLS } : ALWAYS;

type Headers = { readonly [name: string]: string };

const ALWAYS: Headers = {
  // the content type is what we say it is
  "x-content-type-options": "nosniff",
  // data is no page: nothing in it may load, run or be submitted
  "content-security-policy": "default-src 'none'; frame-ancestors 'self'",
  // for browsers that do not know frame-ancestors
  "x-frame-options": "SAMEORIGIN",
  // a public interface is there for the pages of others
  "cross-origin-resource-policy": "cross-origin",
  // pages of others that open ours get no hold of them, while ours may open the receiving site and talk to it
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "referrer-policy": "no-referrer",
};

/** A year of https only, where the operator says that users see https; of their other hosts we know nothing. */
const OVER_TLS: Headers = { "strict-transport-security": "max-age=31536000" };
