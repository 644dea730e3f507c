import { Refusal, refusalFor } from "@lumiglyph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { preflightHeaders } from "./cors.ts";

/** Answers what no route takes: OPTIONS with 204, a wrong method with 405, an unknown path with 404 (decision 2.16). */
export const answerUnrouted = async (request: FastifyRequest, reply: FastifyReply) => {
  if (!request.is404) return;
  const methods = methodsOf(request.server, request.raw.url ?? "/");
  if (methods.length === 0) throw refusalFor("not_found");
  reply.header("allow", methods.join(", "));
  if (request.method !== "OPTIONS") throw wrongMethod(request.method, methods);
  return reply.code(204).headers(preflightHeaders(methods)).send();
};

/** The methods of whatever the router serves at a URL; none where it serves nothing. */
const methodsOf = (app: FastifyInstance, url: string): readonly string[] => {
  const routed = (["GET", "HEAD", "POST"] as const).filter((method) => app.findRoute({ method, url }) !== null);
  return routed.length === 0 ? [] : [...routed, "OPTIONS"];
};

const wrongMethod = (method: string, methods: readonly string[]): Refusal =>
  new Refusal("method_not_allowed", `This path does not take ${method}. It takes ${methods.join(", ")}.`);
