import type { FastifyReply, FastifyRequest } from "fastify";

/** One line for each answered request. Nothing in it is text that a caller chose: not the URL, not a header. */
export const logAnswer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const route = request.is404 ? null : (request.routeOptions.url ?? null);
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  request.log.info({ method: request.method, route, status: reply.statusCode, ms }, "answered");
};
