import { randomBytes } from "node:crypto";
import type { Settings } from "@lumiglyph/contract";
import type { FastifyInstance } from "fastify";
import { type AppParts, createApp } from "./app.ts";
import { availableCores } from "./config/available-cores.ts";
import { workerCommand } from "./render/pool/command.ts";
import { createRenderPool } from "./render/pool/render-pool.ts";
import { poolSize } from "./render/pool-size.ts";
import { networkFetcher } from "./security/network-fetcher.ts";
import { readStudio } from "./studio/read-studio.ts";
import { studioFolder } from "./studio/studio-folder.ts";

/** The service and its workers, which are started by `startWorkers`, or by the first render. */
export type Service = FastifyInstance & {
  /** Resolves as soon as one worker can render; rejects with a sentence where none can be started. */
  readonly startWorkers: () => Promise<void>;
};

/**
 * The service on real parts: this machine's clock and randomness, renders in processes of their own, images from the
 * network, the studio where it is built. It is closed when its last worker has ended.
 */
export const createService = (settings: Settings, parts: Pick<AppParts, "logTo" | "drain" | "studio">): Service => {
  const clock = () => performance.now();
  const size = poolSize(settings, availableCores());
  const pool = createRenderPool({
    command: workerCommand(),
    workers: size.workers,
    deadlineMs: settings.SERVICE_RENDER_DEADLINE_MS,
    clock,
    log: {
      debug: (sentence) => app.log.debug(sentence),
      warn: (sentence) => app.log.warn(sentence),
      error: (sentence) => app.log.error(sentence),
    },
  });
  const fetchImage = networkFetcher(settings);
  const rendering = { renderer: pool.render, size, aliveWorkers: pool.alive };
  const folder = studioFolder();
  const studio = folder === null ? null : readStudio(folder);
  const app = createApp({ settings, clock, random: randomBytes, ...rendering, fetchImage, studio, ...parts });
  app.addHook("onClose", pool.stop);
  return Object.assign(app, { startWorkers: pool.start });
};
