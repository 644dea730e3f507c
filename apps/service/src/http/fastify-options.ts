import type { Server } from "node:http";
import { type FastifyHttpOptions, LogController } from "fastify";
import type { Answers } from "./answers.ts";
import { logAnswered } from "./request-log.ts";
import { createHttpServer, type Timeouts } from "./server.ts";
import type { TraceOf } from "./trace-headers.ts";

/** Where log lines go, one JSON object each, and from which severity on. */
export type Logging = { readonly level: string; readonly stream: { readonly write: (line: string) => void } };

/** Fastify with its own answers, its own reading of queries and its own request log switched off in favor of ours. */
export const fastifyOptions = (
  answers: Answers,
  traceOf: TraceOf,
  timeouts: Timeouts,
  logging: Logging,
): FastifyHttpOptions<Server> => ({
  serverFactory: (listener) => createHttpServer(listener, answers.answerSocket, timeouts),
  // the server answers malformed requests itself; Fastify would do so a second time
  clientErrorHandler: () => {},
  frameworkErrors: (error, request, reply) => {
    // Fastify runs no hook here
    reply.raw.once("finish", () => logAnswered(request, reply));
    reply.headers(answers.commonHeaders(request.raw));
    answers.answerError(error, request, reply);
  },
  return503OnClosing: false,
  logger: { ...logging, serializers: { err: faultOf } },
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "traceId" }),
  genReqId: (request) => traceOf(request).traceId,
  routerOptions: { ignoreTrailingSlash: true, querystringParser: () => ({}) },
});

/** A fault of our own as the log shows it. */
type Fault = { readonly type: string; readonly message: string; readonly stack: string; readonly code?: string };

/**
 * What an unexpected error may say in the log: its kind, its code and where it was thrown. Its message stays out, because
 * libraries like to quote in it what they were given, which is what a caller sent.
 */
export const faultOf = (error: unknown): Fault => {
  if (!(error instanceof Error)) return { type: typeof error, message: LEFT_OUT, stack: "" };
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  return { type: error.name, message: LEFT_OUT, stack: framesOf(error), ...code };
};

const LEFT_OUT = "left out: it may quote a caller";

/** The frames of a stack, which begins with the message; none where the message was changed since, so that it cannot be cut. */
const framesOf = ({ message, stack = "" }: Error): string => {
  const at = stack.indexOf(message);
  const rest = at === -1 ? "" : stack.slice(at + message.length);
  const first = rest.indexOf("\n    at ");
  return first === -1 ? "" : rest.slice(first).trim();
};
