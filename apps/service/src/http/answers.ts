import type { IncomingMessage } from "node:http";
import type { ErrorCode } from "@lumiglyph/contract";
import { type AnswerError, createAnswerError } from "./answer-error.ts";
import { CORS_HEADERS } from "./cors.ts";
import { problemAnswer } from "./problem.ts";
import { answerRaw } from "./raw-answer.ts";
import type { RequestLog } from "./request-log.ts";
import type { TraceOf } from "./request-trace.ts";
import { securityHeaders } from "./security-headers.ts";
import type { AnswerSocket } from "./server.ts";
import { traceHeaders } from "./trace-headers.ts";

/** The ways in which the service answers besides its routes, all with the headers that every response has. */
export type Answers = {
  readonly commonHeaders: (request: Pick<IncomingMessage, "rawHeaders">) => { readonly [name: string]: string };
  readonly answerError: AnswerError;
  readonly answerSocket: AnswerSocket;
};

export type AnswersParts = {
  readonly traceOf: TraceOf;
  readonly baseUrl: () => string;
  readonly note: RequestLog["note"];
  /** Hears of each answer to bytes that never became a request. */
  readonly onMalformed: (answer: {
    readonly traceId: string;
    readonly status: number;
    readonly code: ErrorCode;
  }) => void;
};

export const createAnswers = ({ traceOf, baseUrl, note, onMalformed }: AnswersParts): Answers => {
  const commonHeaders: Answers["commonHeaders"] = (request) => ({
    ...CORS_HEADERS,
    ...securityHeaders(baseUrl()),
    ...traceHeaders(traceOf(request)),
  });
  return {
    commonHeaders,
    answerError: createAnswerError(traceOf, baseUrl, note),
    answerSocket: (socket, refusal) => {
      const nobody = { rawHeaders: [] };
      const { traceId } = traceOf(nobody);
      const answer = problemAnswer(refusal, traceId, baseUrl());
      answerRaw(socket, answer, commonHeaders(nobody));
      onMalformed({ traceId, status: answer.status, code: refusal.code });
    },
  };
};
