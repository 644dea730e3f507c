import { ENDPOINTS } from "@lumiglyph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Metrics } from "../metrics/metrics.ts";
import type { Credential } from "./credential.ts";
import { guardPlatform } from "./guard.ts";
import { platformStatus, type StatusSources } from "./status.ts";

export type PlatformParts = {
  readonly credential: Credential;
  readonly sources: StatusSources;
  readonly metrics: Metrics;
};

/** What is the operator's alone. Where no credential is set these routes are not there. */
export const platformRoutes = (app: FastifyInstance, { credential, sources, metrics }: PlatformParts): void => {
  const onRequest = async ({ raw }: FastifyRequest, reply: FastifyReply) => {
    reply.header("cache-control", "no-store");
    guardPlatform(raw.rawHeaders, credential);
  };
  app.get(ENDPOINTS.platformStatus.path, { onRequest }, (_request, reply) =>
    // bytes, because Fastify would add a charset to JSON text
    reply.header("content-type", "application/json").send(Buffer.from(JSON.stringify(platformStatus(sources)))),
  );
  app.get(ENDPOINTS.metrics.path, { onRequest }, async (_request, reply) =>
    reply.header("content-type", metrics.contentType).send(await metrics.text()),
  );
};
