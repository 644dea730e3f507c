import type { IncomingMessage } from "node:http";
import { type AnswerError, createAnswerError } from "./answer-error.ts";
import { CORS_HEADERS } from "./cors.ts";
import { problemAnswer } from "./problem.ts";
import { answerRaw } from "./raw-answer.ts";
import type { TraceOf } from "./request-trace.ts";
import type { AnswerSocket } from "./server.ts";
import { traceHeaders } from "./trace-headers.ts";

/** The ways in which the service answers besides its routes, all with the headers that every response has. */
export type Answers = {
  readonly commonHeaders: (request: Pick<IncomingMessage, "rawHeaders">) => { readonly [name: string]: string };
  readonly answerError: AnswerError;
  readonly answerSocket: AnswerSocket;
};

export const createAnswers = (traceOf: TraceOf, baseUrl: () => string): Answers => {
  const commonHeaders: Answers["commonHeaders"] = (request) => ({
    ...COMMON_HEADERS,
    ...traceHeaders(traceOf(request)),
  });
  return {
    commonHeaders,
    answerError: createAnswerError(traceOf, baseUrl),
    answerSocket: (socket, refusal) => {
      const nobody = { rawHeaders: [] };
      answerRaw(socket, problemAnswer(refusal, traceOf(nobody).traceId, baseUrl()), commonHeaders(nobody));
    },
  };
};

const COMMON_HEADERS = {
  ...CORS_HEADERS,
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer",
};
