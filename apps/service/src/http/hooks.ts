import type { IncomingMessage } from "node:http";
import { Refusal, refusalFor } from "@lumiglyph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Drain } from "../drain.ts";
import { preflightHeaders } from "./cors.ts";
import { guardHost } from "./host-guard.ts";
import { LINGER_MS } from "./problem.ts";
import { logClosed, logResponse } from "./request-log.ts";
import type { Responses } from "./responses.ts";

export type HookParts = {
  readonly responses: Responses;
  readonly drain: Drain;
  readonly listensOn: string;
  readonly baseUrl: () => string;
  /** Milliseconds to wait for the rest of a body that no route reads. */
  readonly stallMs: number;
};

/** Hooks that apply to every request, routed or not. */
export const addHooks = (app: FastifyInstance, parts: HookParts): void => {
  const { responses, drain, listensOn, baseUrl, stallMs } = parts;
  app.decorateRequest("logFields", null);
  app.decorateRequest("isLogged", false);
  app.decorateRequest("recorded", null);
  app.addHook("onRequest", async (request, reply) => {
    const leave = drain.enter();
    reply.raw.once("close", () => {
      leave();
      logClosed(request, reply);
    });
    reply.headers(responses.commonHeaders(request.raw));
    guardHost(request.raw, listensOn, baseUrl());
  });
  app.addHook("onRequest", handleUnrouted);
  app.addHook("onSend", createAbandonUnreadBody(stallMs));
  // checked when sending: a request that was already in progress may be the connection's last, too
  app.addHook("onSend", async (_request, reply) => {
    if (drain.draining()) reply.header("connection", "close");
  });
  app.addHook("onResponse", logResponse);
  app.setErrorHandler(responses.sendError);
  // bodies stay unread until a route asks for them, so that the route's limits apply from the first byte
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
};

/**
 * Handles requests without a route: 204 for OPTIONS, 405 for a wrong method, 404 for an unknown path (answers 2.16).
 */
const handleUnrouted = async (request: FastifyRequest, reply: FastifyReply) => {
  if (!request.is404) return;
  const methods = methodsOf(request.server, request.raw.url ?? "/");
  if (methods.length === 0) throw refusalFor("not_found");
  reply.header("allow", methods.join(", "));
  if (request.method !== "OPTIONS") throw wrongMethod(request.method, methods);
  return reply.code(204).headers(preflightHeaders(methods)).send();
};

/** The methods the router serves at a URL; empty if there are none. */
const methodsOf = (app: FastifyInstance, url: string): readonly string[] => {
  const routed = (["GET", "HEAD", "POST"] as const).filter((method) => app.findRoute({ method, url }) !== null);
  return routed.length === 0 ? [] : [...routed, "OPTIONS"];
};

const wrongMethod = (method: string, methods: readonly string[]): Refusal =>
  new Refusal("method_not_allowed", `This path does not support ${method}. It supports ${methods.join(", ")}.`);

/**
 * Closes the connection after a response that is sent before the whole body was read. Node would otherwise read the
 * rest, however large, to keep the connection. A short declared rest is read, if it comes soon: that is cheaper than a
 * new handshake.
 */
const createAbandonUnreadBody =
  (stallMs: number) => async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const { raw } = request;
    if (!hasUnreadBody(raw)) return payload;
    // a stalled body will not arrive
    if (reply.statusCode !== 408 && Number(request.headers["content-length"]) <= SHORT_BODY_BYTES) {
      const cut = setTimeout(() => raw.destroy(), stallMs).unref();
      for (const event of ["end", "close"]) raw.once(event, () => clearTimeout(cut));
      raw.resume();
      return payload;
    }
    reply.header("connection", "close");
    lingerBeforeClose(raw);
    return payload;
  };

const SHORT_BODY_BYTES = 262_144;

const hasUnreadBody = ({ headers, complete, readableEnded, destroyed }: IncomingMessage): boolean =>
  !complete &&
  !readableEnded &&
  !destroyed &&
  (Number(headers["content-length"]) > 0 || headers["transfer-encoding"] !== undefined);

/**
 * Keeps the socket open briefly after the response without reading on: closing at once may reset it before the client
 * has read the response.
 */
const lingerBeforeClose = (request: IncomingMessage): void => {
  const { socket } = request;
  request.pause();
  // Node does not drain a stream that was read once when the response ends
  request.read(0);
  socket.destroySoon = () => {
    socket.end();
    const cut = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once("close", () => clearTimeout(cut));
  };
};
