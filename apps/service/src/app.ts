import type { IncomingMessage, Server } from "node:http";
import { type FastifyInstance, fastify } from "fastify";
import type { Clock } from "./clock.ts";
import { createAddresses } from "./delivery/addresses.ts";
import { renderTool } from "./documents/render-tool.ts";
import { createDrain, type Drain } from "./drain.ts";
import { baseUrl } from "./http/base-url.ts";
import { fastifyOptions, type Logging } from "./http/fastify-options.ts";
import { addHooks } from "./http/hooks.ts";
import { createResponses } from "./http/responses.ts";
import { TIMEOUTS, type Timeouts } from "./http/server.ts";
import { createTraces } from "./http/trace-headers.ts";
import { createClientOf, trustedProxies } from "./limits/client.ts";
import { listedOrigins } from "./mcp/origin-guard.ts";
import { createRenderTool } from "./mcp/render-tool.ts";
import type { Tool } from "./mcp/tool-server.ts";
import { createPlatform, guardPlatform } from "./platform/create-platform.ts";
import type { ReceiverCheck } from "./platform/receiver-check.ts";
import type { WorkerEvents } from "./render/pool/render-pool.ts";
import type { WorkerSeal } from "./render/pool/worker-supervisor.ts";
import { createRender, decodeLimits } from "./render/render.ts";
import { createRenderQueue, type QueueSize } from "./render/render-queue.ts";
import type { Renderer } from "./render/renderer.ts";
import { documentRoutes } from "./routes/documents.ts";
import { healthRoutes, readyRoute } from "./routes/health.ts";
import { mcpRoute } from "./routes/mcp.ts";
import { addressRoute, renderRoute } from "./routes/render.ts";
import { studioRoutes } from "./routes/studio.ts";
import { createPublicHost, namedHosts, trustedBySettings } from "./security/trusted-hosts.ts";
import { createSharedState, type SharedState } from "./shared-state.ts";
import type { FetchImage } from "./source/fetch-image.ts";
import { createLoadSource } from "./source/load.ts";
import { createUploads, uploadBudget } from "./source/uploads.ts";
import type { Studio } from "./studio/read-studio.ts";
import { UNCHECKED } from "./tables/platform-status.ts";
import type { Settings } from "./tables/settings.ts";
import type { Tracing } from "./telemetry/tracing.ts";
import type { RandomBytes, TraceContext } from "./trace/trace-context.ts";

/** Everything the service takes from outside: settings, clock, randomness, network and log. */
export type AppParts = {
  readonly settings: Settings;
  readonly clock: Clock;
  /** Milliseconds since 1970. Defaults to the machine's. */
  readonly now?: () => number;
  readonly random: RandomBytes;
  readonly renderer: Renderer;
  /** How many renders run at once and how many more may wait. Defaults to one and four. */
  readonly size?: QueueSize;
  /** Workers alive at the moment. Defaults to all of them. */
  readonly aliveWorkers?: () => number;
  /** Process ids of the workers. Defaults to none. */
  readonly workerPids?: () => readonly number[];
  /** Worker starts and exits since startup. Defaults to none. */
  readonly workerEvents?: () => WorkerEvents;
  /** Whether the workers could seal themselves. Defaults to `starting`. */
  readonly workerSeal?: () => WorkerSeal;
  readonly fetchImage: FetchImage;
  readonly logTo: Logging["stream"];
  readonly drain?: Drain;
  readonly timeouts?: Timeouts;
  /** State that instances share. Defaults to this process's own. */
  readonly shared?: SharedState;
  /** Where traces are exported. Defaults to nowhere. */
  readonly tracing?: Tracing | null;
  /** Last known status of the receiving site. Defaults to unchecked. */
  readonly receiver?: Pick<ReceiverCheck, "status" | "counts"> | null;
  /** Extra MCP tools besides the render tool. Defaults to none. */
  readonly moreTools?: readonly Tool[];
  /** The built studio. Defaults to none. */
  readonly studio?: Studio | null;
};

declare module "fastify" {
  interface FastifyInstance {
    /** Serves metrics on their own address, not yet listening; null if `SERVICE_METRICS_PORT` is not set. */
    readonly metricsServer: Server | null;
  }
}

/** The service with all its routes, not yet listening. */
export const createApp = (parts: AppParts): FastifyInstance => {
  const { settings, clock, drain = createDrain(), timeouts = TIMEOUTS } = parts;
  const traces = createTraces(parts.random);
  const { traceOf } = traces;
  let listensAt: string | null = null;
  const ownUrl = () => listensAt ?? baseUrl(settings);
  const onMalformed = (line: object) => app.log.info({ method: null, route: null, ...line }, "answered");
  const responses = createResponses({ traceOf, baseUrl: ownUrl, onMalformed });
  const logging = { level: settings.SERVICE_LOG_LEVEL, stream: parts.logTo };
  const app: FastifyInstance = fastify(fastifyOptions(responses, traceOf, timeouts, logging));
  app.addHook("onListen", async () => {
    listensAt = baseUrl(settings, listeningPort(app));
  });
  addHooks(app, {
    ...{ responses, drain, listensOn: settings.SERVICE_HOST, baseUrl: ownUrl },
    stallMs: timeouts.stall,
    discardBytes: discardedBytes(settings.SERVICE_MAX_IMAGE_BYTES),
  });
  const size = parts.size ?? IN_PROCESS;
  const queue = createRenderQueue(size, parts.aliveWorkers);
  const maxImageBytes = settings.SERVICE_MAX_IMAGE_BYTES;
  const shared = parts.shared ?? createSharedState(settings, clock, null);
  const render = createRender({
    limits: shared.limits,
    queue,
    loadSource: createLoadSource(parts.fetchImage, maxImageBytes),
    decodeLimits: decodeLimits(settings),
    cache: shared.cache,
    renderer: parts.renderer,
    clock,
    publicHost: createPublicHost(trustedBySettings(settings)),
  });
  const { draining } = drain;
  const { receiver = null, tracing = null, workerEvents: workers = () => NO_EVENTS } = parts;
  const { credential, telemetry, addTo } = createPlatform(settings, {
    ...{ clock, random: parts.random, traces, baseUrl: ownUrl },
    ...{
      draining,
      load: queue.load,
      workers,
      shared: shared.state,
      onRedisWait: shared.onRedisWait,
      tracing,
      receiver,
    },
    workerPids: parts.workerPids ?? (() => []),
    workerSeal: parts.workerSeal ?? (() => "starting"),
  });
  addTo(app);
  healthRoutes(app, { settings, clock, draining, load: queue.load, traceOf });
  readyRoute(app, { draining, isFull: queue.isFull });
  const isForAll = !settings.SERVICE_RENDER_AUTH || credential === null;
  const receiving = {
    guard: isForAll ? () => {} : ({ rawHeaders }: IncomingMessage) => guardPlatform(rawHeaders, credential),
    uploads: createUploads(uploadBudget(size.capacity, maxImageBytes), clock),
    maxImageBytes,
    stallMs: timeouts.stall,
    unreadMs: timeouts.unread,
    clock,
    draining,
    traceOf,
    clientOf: createClientOf(
      trustedProxies(settings.SERVICE_TRUSTED_PROXIES),
      (rawHeaders) => credential?.(rawHeaders) === "right",
      (sentence) => hasClientLimit(settings) && app.log.warn(sentence),
    ),
    ...telemetry,
  };
  renderRoute(app, { ...receiving, render });
  addressRoute(app, {
    ...{ ...receiving, render, now: parts.now ?? Date.now, readAddress: createAddresses(settings) },
    expectRoom: queue.expectRoom,
    ...{ maxAge: settings.SERVICE_URL_MAX_AGE, stale: settings.SERVICE_URL_STALE },
  });
  const onError = (err: unknown, { traceId }: TraceContext) => app.log.error({ err, traceId }, "failed");
  const hosts = namedHosts(settings);
  const definition = () =>
    renderTool({ files: { baseUrl: ownUrl(), needsCredential: !isForAll }, maxBytes: maxImageBytes, hosts });
  const tool = createRenderTool({ definition, render, random: parts.random, onError, hosts });
  mcpRoute(app, {
    ...receiving,
    holdAnswer: shared.limits.hold,
    tools: [tool, ...(parts.moreTools ?? [])],
    maxBatch: settings.SERVICE_MCP_BATCH,
    origins: listedOrigins(settings.SERVICE_MCP_ORIGINS),
    baseUrl: ownUrl,
  });
  documentRoutes(app, { settings, baseUrl: ownUrl, receiver: receiver?.status ?? (() => UNCHECKED) });
  studioRoutes(app, parts.studio ?? null);
  return app;
};

const hasClientLimit = ({ SERVICE_RATE_POINTS: points, SERVICE_CLIENT_CONCURRENCY: atOnce }: Settings): boolean =>
  points > 0 || atOnce > 0;

/**
 * Maximum bytes to read of a refused upload: an image of three times the limit, but at least
 * 32 MiB, which an image from a good camera may have.
 */
const discardedBytes = (imageBytes: number): number => Math.max(32 * 1024 ** 2, 3 * imageBytes);

/** Without a pool, renders run in this process, one after another. */
const IN_PROCESS = { workers: 1, capacity: 5 };

/** An in-process renderer has no workers to start or stop. */
const NO_EVENTS = { started: 0, retired: 0, crashed: 0, killed: 0 };

const listeningPort = ({ server }: FastifyInstance): number | undefined => {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : undefined;
};
