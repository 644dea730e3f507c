import { ENDPOINTS, type Health, type Ready } from "@lumiglyph/contract";
import type { FastifyInstance } from "fastify";

export type ReadyParts = { readonly draining: () => boolean; readonly load: () => Health["load"] };

/** The readiness probe (decision 2.13): 503 while this process would refuse a render, whoever asks for it. */
export const readyRoute = (app: FastifyInstance, { draining, load }: ReadyParts): void => {
  app.get(ENDPOINTS.ready.path, (_request, reply) => {
    const ready: Ready = { status: draining() ? "draining" : isFull(load()) ? "full" : "ready" };
    reply.headers({ "content-type": "application/json", "cache-control": "no-store" });
    return reply.code(ready.status === "ready" ? 200 : 503).send(Buffer.from(JSON.stringify(ready)));
  });
};

const isFull = ({ busy, queued, capacity }: Health["load"]): boolean => busy + queued >= capacity;
