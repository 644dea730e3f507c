import type { FastifyReply } from "fastify";

/** A signal that fires when the caller leaves before it has its answer. */
export const callerGone = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) controller.abort(new Error("the caller is gone"));
  });
  return controller.signal;
};
