import type { Server } from "node:http";
import { type FastifyHttpOptions, LogController } from "fastify";
import { logResponse } from "./request-log.ts";
import type { Responses } from "./responses.ts";
import { createHttpServer, type Timeouts } from "./server.ts";
import type { TraceOf } from "./trace-headers.ts";

/** Where log lines go, one JSON object each, and the minimum level. */
export type Logging = { readonly level: string; readonly stream: { readonly write: (line: string) => void } };

/** Fastify options that replace its built-in error responses, query parsing and request log with ours. */
export const fastifyOptions = (
  responses: Responses,
  traceOf: TraceOf,
  timeouts: Timeouts,
  logging: Logging,
): FastifyHttpOptions<Server> => ({
  serverFactory: (listener) => createHttpServer(listener, responses.respondOnSocket, timeouts),
  // the server already responds to malformed requests; Fastify would respond a second time
  clientErrorHandler: () => {},
  frameworkErrors: (error, request, reply) => {
    // Fastify runs no hooks here
    reply.raw.once("finish", () => logResponse(request, reply));
    reply.headers(responses.commonHeaders(request.raw));
    responses.sendError(error, request, reply);
  },
  return503OnClosing: false,
  logger: { ...logging, serializers: { err: loggedError } },
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "traceId" }),
  genReqId: (request) => traceOf(request).traceId,
  routerOptions: { ignoreTrailingSlash: true, querystringParser: () => ({}) },
});

/** An internal error as the log shows it. */
type LoggedError = { readonly type: string; readonly message: string; readonly stack: string; readonly code?: string };

/**
 * The loggable part of an unexpected error: type, code and stack frames. The message is left out,
 * because libraries quote client input in it.
 */
export const loggedError = (error: unknown): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: LEFT_OUT, stack: "" };
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  return { type: error.name, message: LEFT_OUT, stack: framesOf(error), ...code };
};

const LEFT_OUT = "left out: it may quote client input";

/** The frames of a stack, without the leading message. Empty if the message was changed later and cannot be located. */
const framesOf = ({ message, stack = "" }: Error): string => {
  const at = stack.indexOf(message);
  const rest = at === -1 ? "" : stack.slice(at + message.length);
  const first = rest.indexOf("\n    at ");
  return first === -1 ? "" : rest.slice(first).trim();
};
