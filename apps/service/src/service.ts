import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { type AppParts, createApp } from "./app.ts";
import { NEEDS_NODE, restrictsWorkers } from "./host.ts";
import { createReceiverCheck } from "./platform/receiver-check.ts";
import { workerCommand } from "./render/pool/command.ts";
import { createRenderPool } from "./render/pool/render-pool.ts";
import { availableCores, poolSize } from "./render/pool-size.ts";
import { outboundKey } from "./security/keys.ts";
import { redisAt } from "./shared/redis-connection.ts";
import { createRedisLink } from "./shared/redis-link.ts";
import { redisInUse } from "./shared/shared-settings.ts";
import { createSharedState } from "./shared-state.ts";
import { networkFetcher } from "./source/fetch-image.ts";
import { readStudio, studioFolder } from "./studio/read-studio.ts";
import type { Settings } from "./tables/settings.ts";
import { createTracing } from "./telemetry/create-tracing.ts";
import type { RandomBytes } from "./trace/trace-context.ts";

/** The service and its workers. Workers start on `startWorkers` or on the first render. */
export type Service = FastifyInstance & {
  /** Resolves once one worker can render. Rejects with a readable message if none can start. */
  readonly startWorkers: () => Promise<void>;
};

/**
 * The service with real dependencies: system clock and randomness, renders in worker processes, images from the
 * network, the studio if it is built, Redis if it is configured. It counts as closed once its last worker has exited.
 */
export const createService = (settings: Settings, parts: Pick<AppParts, "logTo" | "drain" | "studio">): Service => {
  if (!restrictsWorkers) throw new Error(NEEDS_NODE);
  const clock = () => performance.now();
  const size = poolSize(settings, availableCores());
  const log = {
    debug: (sentence: string) => app.log.debug(sentence),
    info: (sentence: string) => app.log.info(sentence),
    warn: (sentence: string) => app.log.warn(sentence),
    error: (sentence: string) => app.log.error(sentence),
  };
  const pool = createRenderPool({
    command: workerCommand(settings),
    workers: size.workers,
    deadlineMs: settings.SERVICE_RENDER_DEADLINE_MS,
    clock,
    log,
  });
  const fetchImage = networkFetcher(settings);
  const redis = redisInUse(settings);
  const link = redis === null ? null : createRedisLink({ connect: redisAt(redis), log });
  const shared = createSharedState(settings, clock, link);
  const tracing = createTracing(settings, clock, log);
  const receiver = receiverCheck(settings);
  const rendering = {
    renderer: pool.render,
    size,
    aliveWorkers: pool.alive,
    workerEvents: pool.events,
    workerPids: pool.pids,
    workerSeal: pool.seal,
  };
  const folder = studioFolder();
  const studio = folder === null ? null : readStudio(folder, settings.SERVICE_HANDOFF_TARGET);
  const given = { fetchImage, shared, tracing, receiver, studio };
  const app = createApp({ settings, clock, random: createRandom(), ...rendering, ...given, ...parts });
  app.addHook("onListen", async () => receiver?.start());
  app.addHook("onClose", async () => receiver?.stop());
  app.addHook("onClose", async () => tracing?.traceExport.stop());
  app.addHook("onClose", pool.stop);
  app.addHook("onClose", async () => {
    shared.close();
    await link?.close();
  });
  return Object.assign(app, { startWorkers: pool.start });
};

/** Random bytes from a pool, because each draw is a system call. */
const createRandom = (): RandomBytes => {
  let pool = Buffer.alloc(0);
  return (bytes) => {
    if (pool.length < bytes) pool = randomBytes(Math.max(4096, bytes));
    const drawn = pool.subarray(0, bytes);
    pool = pool.subarray(bytes);
    return drawn;
  };
};

/** Checks the receiving site with the credential; without a credential it is not checked. */
const receiverCheck = (settings: Settings) => {
  const credential = outboundKey(settings);
  const { SERVICE_HANDOFF_TARGET: target } = settings;
  return credential === null ? null : createReceiverCheck({ target, credential, now: Date.now });
};
