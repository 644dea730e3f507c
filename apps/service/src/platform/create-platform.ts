import { hash, timingSafeEqual } from "node:crypto";
import { type Health, refusalFor } from "@lumiglyph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { headerValues } from "../http/headers.ts";
import { createMetrics, type Metrics } from "../metrics/metrics.ts";
import { createMetricsServer, metricsHost } from "../metrics/metrics-server.ts";
import { platformStatus, type StatusSources } from "../metrics/status.ts";
import type { WorkerEvents } from "../render/pool/render-pool.ts";
import type { WorkerSeal } from "../render/pool/worker-supervisor.ts";
import { platformKeys } from "../security/keys.ts";
import type { SharedStatus } from "../shared/status.ts";
import { ENDPOINTS } from "../tables/endpoints.ts";
import { UNCHECKED } from "../tables/platform-status.ts";
import type { Settings } from "../tables/settings.ts";
import { createTraceRecorder, type RecorderParts } from "../telemetry/recorder.ts";
import { addTelemetry, NO_TELEMETRY, type Telemetry } from "../telemetry/telemetry.ts";
import { traceStatus } from "../telemetry/tracing.ts";
import type { ReceiverCheck } from "./receiver-check.ts";

/** The operator's side of the service. */
export type Platform = {
  /** Null if none is set. */
  readonly credential: Credential | null;
  readonly telemetry: Telemetry;
  /** Registers its routes and hooks. */
  readonly addTo: (app: FastifyInstance) => void;
};

export type CreatePlatformParts = Omit<RecorderParts, "metrics"> & {
  readonly draining: () => boolean;
  readonly load: () => Health["load"];
  readonly workers: () => WorkerEvents;
  readonly workerPids: () => readonly number[];
  readonly workerSeal: () => WorkerSeal;
  readonly shared: () => SharedStatus;
  readonly onRedisWait: (listener: (ms: number) => void) => void;
  readonly receiver: Pick<ReceiverCheck, "status" | "counts"> | null;
};

/** The operator's side of the service: empty without a credential (answers 4.2) and without a metrics port. */
export const createPlatform = (settings: Settings, parts: CreatePlatformParts): Platform => {
  const { SERVICE_METRICS_PORT: metricsPort } = settings;
  const keys = platformKeys(settings);
  if (keys.length === 0 && metricsPort === null) {
    const addTo = (app: FastifyInstance) => void app.decorate("metricsServer", null);
    return { credential: null, telemetry: NO_TELEMETRY, addTo };
  }
  const { clock, receiver, tracing } = parts;
  const begun = clock();
  const sources = {
    ...parts,
    uptimeSeconds: () => Math.floor(clock() - begun) / 1000,
    traces: () => traceStatus(tracing),
    receiver: () => receiver?.status() ?? UNCHECKED,
    receiverChecks: () => receiver?.counts() ?? { reachable: 0, unreachable: 0 },
    target: settings.SERVICE_HANDOFF_TARGET,
  };
  const credential = keys.length === 0 ? null : createCredential(keys);
  const metrics = createMetrics(sources);
  parts.onRedisWait(metrics.waitedForRedis);
  const telemetry = createTraceRecorder({ ...parts, metrics });
  const metricsServer = metricsPort === null ? null : createMetricsServer(metrics, metricsHost(settings));
  const addTo = (app: FastifyInstance) => {
    addTelemetry(app, telemetry);
    if (credential !== null) platformRoutes(app, { credential, sources, metrics });
    app.decorate("metricsServer", metricsServer);
    app.addHook("onClose", async () => {
      metricsServer?.close();
      metricsServer?.closeAllConnections();
    });
  };
  return { credential, telemetry, addTo };
};

/** Refuses a request without the platform credential (answers 4.2). */
export const guardPlatform = (rawHeaders: readonly string[], credential: Credential): void => {
  const presented = credential(rawHeaders);
  if (presented !== "right") throw refusalFor(presented === "none" ? "credential_missing" : "invalid_token");
};

type PlatformParts = {
  readonly credential: Credential;
  readonly sources: StatusSources;
  readonly metrics: Metrics;
};

/** Routes for the operator only. They do not exist if no credential is set. */
const platformRoutes = (app: FastifyInstance, { credential, sources, metrics }: PlatformParts): void => {
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

/** The credential of a request: missing, right, or wrong. */
export type CredentialCheck = "none" | "right" | "wrong";

/** Checks a request's credential by its raw headers (alternating names and values). */
type Credential = (rawHeaders: readonly string[]) => CredentialCheck;

/**
 * A platform credential in either scheme: `Authorization: Bearer` (RFC 6750) or `X-Service-API-Key`. Everything a
 * request presents must be one of them; other `Authorization` schemes belong to proxies and are ignored.
 */
export const createCredential = (keys: readonly string[]): Credential => {
  const isRight = createComparison(keys);
  return (rawHeaders) => {
    const presented = [...bearers(rawHeaders), ...headerValues(rawHeaders, "x-service-api-key")];
    if (presented.length === 0) return "none";
    // compare all of them, even after a mismatch
    return presented.map(isRight).every(Boolean) ? "right" : "wrong";
  };
};

/**
 * Compares with each secret in constant time: digests have the same length and are compared to the last byte, with all
 * secrets even after a match.
 */
export const createComparison = (secrets: readonly string[]): ((text: string) => boolean) => {
  const wanted = secrets.map((secret) => hash("sha256", secret, "buffer"));
  return (text) => {
    const given = hash("sha256", text, "buffer");
    return wanted.map((digest) => timingSafeEqual(given, digest)).includes(true);
  };
};

/** The tokens of `Authorization: Bearer`; a header without a token counts as an empty one. */
const bearers = (rawHeaders: readonly string[]): readonly string[] =>
  headerValues(rawHeaders, "authorization").flatMap((value) => {
    const [, token = null] = /^[ \t]*bearer(?:[ \t]+(.*?))?[ \t]*$/is.exec(value) ?? [];
    return token === null && !/^[ \t]*bearer[ \t]*$/i.test(value) ? [] : [token ?? ""];
  });
