import type { Settings } from "@lumiglyph/contract";
import type { QueueSize } from "./render-queue.ts";

/** Workers and places (decision 3): a worker for each core, and four requests that may wait for it, unless set. */
export const poolSize = (settings: Settings, cores: number): QueueSize => {
  const workers = settings.SERVICE_WORKERS ?? cores;
  return { workers, capacity: workers + (settings.SERVICE_QUEUE ?? WAITING_FOR_EACH * workers) };
};

const WAITING_FOR_EACH = 4;
