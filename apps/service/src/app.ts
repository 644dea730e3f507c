import type { Settings } from "@lumiglyph/contract";
import { type FastifyInstance, fastify } from "fastify";
import type { Clock } from "./clock.ts";
import { baseUrl } from "./config/base-url.ts";
import { createDrain, type Drain } from "./drain.ts";
import { createAnswers } from "./http/answers.ts";
import { fastifyOptions, type Logging } from "./http/fastify-options.ts";
import { addManners } from "./http/manners.ts";
import { createTraceOf } from "./http/request-trace.ts";
import { TIMEOUTS, type Timeouts } from "./http/server.ts";
import { createRenderOperation, decodeLimits } from "./render/operation.ts";
import { createRenderQueue } from "./render/render-queue.ts";
import type { Renderer } from "./render/renderer.ts";
import { errorReferenceRoute } from "./routes/error-reference.ts";
import { healthRoutes } from "./routes/health.ts";
import { openapiRoute } from "./routes/openapi.ts";
import { renderRoute } from "./routes/render.ts";
import type { FetchImage } from "./source/fetch-image.ts";
import { createLoadSource } from "./source/load.ts";
import type { RandomBytes } from "./trace/trace-context.ts";

/** Everything that the service takes from outside. */
export type AppParts = {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly renderer: Renderer;
  readonly fetchImage: FetchImage;
  readonly logTo: Logging["stream"];
  readonly drain?: Drain;
  readonly timeouts?: Timeouts;
};

/** The service with all its routes, not listening yet. */
export const createApp = (parts: AppParts): FastifyInstance => {
  const { settings, clock, drain = createDrain(), timeouts = TIMEOUTS } = parts;
  const traceOf = createTraceOf(parts.random);
  const ownUrl = () => baseUrl(settings, listeningPort(app));
  const answers = createAnswers(traceOf, ownUrl);
  const logging = { level: settings.SERVICE_LOG_LEVEL, stream: parts.logTo };
  const app: FastifyInstance = fastify(fastifyOptions(answers, traceOf, timeouts, logging));
  addManners(app, { answers, drain, listensOn: settings.SERVICE_HOST, baseUrl: ownUrl });
  const queue = createRenderQueue(parts.renderer, clock, IN_PROCESS);
  const maxImageBytes = settings.SERVICE_MAX_IMAGE_BYTES;
  const loadSource = createLoadSource(parts.fetchImage, maxImageBytes);
  const operation = createRenderOperation({ loadSource, limits: decodeLimits(settings), clock });
  const { draining } = drain;
  healthRoutes(app, { settings, clock, draining, load: queue.load, traceOf });
  renderRoute(app, { operation, queue, maxImageBytes, stallMs: timeouts.stall, draining, traceOf });
  openapiRoute(app);
  errorReferenceRoute(app);
  return app;
};

/**
 * Rendering in the server's own process is one worker, and four more may wait (decision 3: 4 × workers). Whoever sends a
 * body holds one of these places, so that no more than five bodies are in memory at once.
 */
const IN_PROCESS = { workers: 1, capacity: 5 };

const listeningPort = (app: FastifyInstance): number | undefined => {
  const address = app.server.address();
  return typeof address === "object" && address !== null ? address.port : undefined;
};
