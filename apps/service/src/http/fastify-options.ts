import type { Server } from "node:http";
import { type FastifyHttpOptions, LogController } from "fastify";
import type { Answers } from "./answers.ts";
import { faultOf } from "./fault.ts";
import type { RequestLog } from "./request-log.ts";
import type { TraceOf } from "./request-trace.ts";
import { createHttpServer, type Timeouts } from "./server.ts";

/** Where log lines go, one JSON object each, and from which severity on. */
export type Logging = { readonly level: string; readonly stream: { readonly write: (line: string) => void } };

/** Fastify with its own answers, its own reading of queries and its own request log switched off in favor of ours. */
export const fastifyOptions = (
  answers: Answers,
  requestLog: RequestLog,
  traceOf: TraceOf,
  timeouts: Timeouts,
  logging: Logging,
): FastifyHttpOptions<Server> => ({
  serverFactory: (listener) => createHttpServer(listener, answers.answerSocket, timeouts),
  // the server answers malformed requests itself; Fastify would do so a second time
  clientErrorHandler: () => {},
  frameworkErrors: (error, request, reply) => {
    // Fastify runs no hook here
    reply.raw.once("finish", () => requestLog.answered(request, reply));
    reply.headers(answers.commonHeaders(request.raw));
    answers.answerError(error, request, reply);
  },
  return503OnClosing: false,
  logger: { ...logging, serializers: { err: faultOf } },
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "traceId" }),
  genReqId: (request) => traceOf(request).traceId,
  routerOptions: { ignoreTrailingSlash: true, querystringParser: () => ({}) },
});
