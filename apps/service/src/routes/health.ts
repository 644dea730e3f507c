import {
  FORMATS,
  type FormatId,
  type Health,
  MAX_CELLS,
  PARAMS,
  type Ready,
  SERVICE,
  VERSION,
} from "@lumiglyph/contract";
import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";
import type { TraceOf } from "../http/trace-headers.ts";
import { ENDPOINTS } from "../tables/endpoints.ts";
import type { Settings } from "../tables/settings.ts";

export type HealthParts = {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly draining: () => boolean;
  readonly load: () => Health["load"];
  readonly traceOf: TraceOf;
};

/** The liveness and capability probe, under both of its paths (answers 2.13). Depends on this process only. */
export const healthRoutes = (app: FastifyInstance, { settings, clock, draining, load, traceOf }: HealthParts): void => {
  const begun = clock();
  const capabilities = capabilitiesOf(settings);
  for (const { path } of [ENDPOINTS.health, ENDPOINTS.healthV1]) {
    app.get(path, (request, reply) => {
      const { traceId, spanId, sampled } = traceOf(request.raw);
      const health: Health = {
        status: draining() ? "draining" : "ok",
        service: SERVICE,
        version: VERSION,
        uptimeSeconds: Math.floor(clock() - begun) / 1000,
        capabilities,
        load: load(),
        trace: { traceId, spanId, sampled },
      };
      reply.headers({ "content-type": "application/json", "cache-control": "no-store" });
      return reply.send(Buffer.from(JSON.stringify(health)));
    });
  }
};

const capabilitiesOf = (settings: Settings): Health["capabilities"] => ({
  formats: Object.keys(FORMATS) as FormatId[],
  inputFormats: settings.SERVICE_INPUT_FORMATS,
  charsets: PARAMS.charset.values,
  qualityTargets: PARAMS.qualityTarget.values,
  limits: {
    imageBytes: settings.SERVICE_MAX_IMAGE_BYTES,
    imagePixels: settings.SERVICE_MAX_IMAGE_PIXELS,
    imageSide: settings.SERVICE_MAX_IMAGE_SIDE,
    cells: MAX_CELLS,
  },
});

type ReadyParts = { readonly draining: () => boolean; readonly isFull: () => boolean };

/**
 * The readiness probe (answers 2.13). Under lasting overload the queue is shorter and never counts as full: an instance
 * that renders at capacity and refuses the rest quickly must stay in service.
 */
export const readyRoute = (app: FastifyInstance, { draining, isFull }: ReadyParts): void => {
  app.get(ENDPOINTS.ready.path, (_request, reply) => {
    const ready: Ready = { status: draining() ? "draining" : isFull() ? "full" : "ready" };
    reply.headers({ "content-type": "application/json", "cache-control": "no-store" });
    return reply.code(ready.status === "ready" ? 200 : 503).send(Buffer.from(JSON.stringify(ready)));
  });
};
