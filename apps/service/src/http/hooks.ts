import { Refusal, refusalFor } from "@lumiglyph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Drain } from "../drain.ts";
import { preflightHeaders } from "./cors.ts";
import { guardHost } from "./host-guard.ts";
import { logClosed, logResponse } from "./request-log.ts";
import type { Responses } from "./responses.ts";
import { createAbandonUnreadBody, type UnreadLimits } from "./unread-body.ts";

export type HookParts = UnreadLimits & {
  readonly responses: Responses;
  readonly drain: Drain;
  readonly listensOn: string;
  readonly baseUrl: () => string;
};

/** Hooks that apply to every request, routed or not. */
export const addHooks = (app: FastifyInstance, parts: HookParts): void => {
  const { responses, drain, listensOn, baseUrl } = parts;
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
  app.addHook("onSend", createAbandonUnreadBody(parts));
  // checked when sending: a request that was already in progress may also be the connection's last
  app.addHook("onSend", async (_request, reply) => {
    if (drain.draining()) reply.header("connection", "close");
  });
  app.addHook("onResponse", logResponse);
  app.setErrorHandler(responses.sendError);
  // bodies stay unread until a route asks for them, so that the route's limits apply from the first
  // byte
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
