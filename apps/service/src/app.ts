import type { Settings } from "@lumiglyph/contract";
import { type FastifyInstance, fastify } from "fastify";
import type { Clock } from "./clock.ts";
import { baseUrl } from "./config/base-url.ts";
import { createDrain, type Drain } from "./drain.ts";
import { createAnswers } from "./http/answers.ts";
import { fastifyOptions, type Logging } from "./http/fastify-options.ts";
import { addManners } from "./http/manners.ts";
import { createRequestLog } from "./http/request-log.ts";
import { createTraceOf } from "./http/request-trace.ts";
import { TIMEOUTS, type Timeouts } from "./http/server.ts";
import { createClientOf } from "./limits/client.ts";
import { createFairShare, type FairShare } from "./limits/fair-share.ts";
import { createMemoryCounter } from "./limits/memory-counter.ts";
import type { PointCounter } from "./limits/point-counter.ts";
import { trustedProxies } from "./limits/trusted-proxies.ts";
import { listedOrigins } from "./mcp/listed-origins.ts";
import { createRenderTool } from "./mcp/render-tool.ts";
import type { Tool } from "./mcp/tool.ts";
import { createRenderOperation, decodeLimits } from "./render/operation.ts";
import { createRenderQueue, type QueueSize } from "./render/render-queue.ts";
import type { Renderer } from "./render/renderer.ts";
import { documentRoutes } from "./routes/documents.ts";
import { healthRoutes } from "./routes/health.ts";
import { mcpRoute } from "./routes/mcp.ts";
import { readyRoute } from "./routes/ready.ts";
import { renderRoute } from "./routes/render.ts";
import { studioRoutes } from "./routes/studio.ts";
import type { FetchImage } from "./source/fetch-image.ts";
import { createLoadSource } from "./source/load.ts";
import { createUploads, uploadRoom } from "./source/uploads.ts";
import type { Studio } from "./studio/read-studio.ts";
import type { RandomBytes, TraceContext } from "./trace/trace-context.ts";

/** Everything that the service takes from outside. */
export type AppParts = {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly renderer: Renderer;
  /** How many renders the renderer does at once and how many more may wait; one and four unless given. */
  readonly size?: QueueSize;
  /** Workers that are there at the moment; all of them unless given. */
  readonly aliveWorkers?: () => number;
  readonly fetchImage: FetchImage;
  readonly logTo: Logging["stream"];
  readonly drain?: Drain;
  readonly timeouts?: Timeouts;
  /** Where clients' points are counted; in this process unless given. */
  readonly counter?: PointCounter;
  /** Tools of the tool endpoint besides the render operation; none unless given. */
  readonly moreTools?: readonly Tool[];
  /** The built studio; none unless given. */
  readonly studio?: Studio | null;
};

/** The service with all its routes, not listening yet. */
export const createApp = (parts: AppParts): FastifyInstance => {
  const { settings, clock, drain = createDrain(), timeouts = TIMEOUTS } = parts;
  const traceOf = createTraceOf(parts.random);
  const ownUrl = () => baseUrl(settings, listeningPort(app));
  const requestLog = createRequestLog();
  const onMalformed = (line: object) => app.log.info({ method: null, route: null, ...line }, "answered");
  const answers = createAnswers({ traceOf, baseUrl: ownUrl, note: requestLog.note, onMalformed });
  const logging = { level: settings.SERVICE_LOG_LEVEL, stream: parts.logTo };
  const app: FastifyInstance = fastify(fastifyOptions(answers, requestLog, traceOf, timeouts, logging));
  addManners(app, { answers, drain, requestLog, listensOn: settings.SERVICE_HOST, baseUrl: ownUrl });
  const size = parts.size ?? IN_PROCESS;
  const queue = createRenderQueue(parts.renderer, clock, size, parts.aliveWorkers);
  const maxImageBytes = settings.SERVICE_MAX_IMAGE_BYTES;
  const loadSource = createLoadSource(parts.fetchImage, maxImageBytes);
  const operation = createRenderOperation({ loadSource, limits: decodeLimits(settings), clock });
  const { draining } = drain;
  healthRoutes(app, { settings, clock, draining, load: queue.load, traceOf });
  readyRoute(app, { draining, load: queue.load });
  const fairShare = fairShareOf(settings, parts.counter);
  const receiving = {
    uploads: createUploads(uploadRoom(size.capacity, maxImageBytes), clock),
    maxImageBytes,
    stallMs: timeouts.stall,
    clock,
    draining,
    traceOf,
    clientOf: createClientOf(trustedProxies(settings.SERVICE_TRUSTED_PROXIES)),
    note: requestLog.note,
  };
  renderRoute(app, { ...receiving, operation, queue, fairShare });
  const onFault = (err: unknown, { traceId }: TraceContext) => app.log.error({ err, traceId }, "failed");
  const renderTool = createRenderTool({ operation, queue, fairShare, random: parts.random, onFault });
  mcpRoute(app, {
    ...receiving,
    tools: [renderTool, ...(parts.moreTools ?? [])],
    mostInBatch: settings.SERVICE_MCP_BATCH,
    origins: listedOrigins(settings.SERVICE_MCP_ORIGINS),
    baseUrl: ownUrl,
  });
  documentRoutes(app, { settings, baseUrl: ownUrl });
  studioRoutes(app, parts.studio ?? null);
  return app;
};

/** A renderer that is no pool works in this very process, one render after another. */
const IN_PROCESS = { workers: 1, capacity: 5 };

const fairShareOf = (settings: Settings, counter: PointCounter | undefined): FairShare => {
  const shares = { points: settings.SERVICE_RATE_POINTS, atOnce: settings.SERVICE_CLIENT_CONCURRENCY };
  return createFairShare(shares, counter ?? createMemoryCounter(shares.points));
};

const listeningPort = (app: FastifyInstance): number | undefined => {
  const address = app.server.address();
  return typeof address === "object" && address !== null ? address.port : undefined;
};
