import { type Health, SERVICE, VERSION } from "@lumiglyph/contract";
import type { WorkerEvents } from "../render/pool/render-pool.ts";
import type { WorkerSeal } from "../render/pool/worker-supervisor.ts";
import type { SharedStatus } from "../shared/status.ts";
import type { PlatformStatus, ReceiverStatus } from "../tables/platform-status.ts";
/** Sources of the operator's status; all are cheap to read. */
export type StatusSources = {
  readonly draining: () => boolean;
  readonly uptimeSeconds: () => number;
  readonly load: () => Health["load"];
  readonly workers: () => WorkerEvents;
  readonly workerSeal: () => WorkerSeal;
  readonly shared: () => SharedStatus;
  readonly traces: () => PlatformStatus["traceExport"];
  readonly receiver: () => ReceiverStatus;
  /** Origin of the receiving site. */
  readonly target: string;
};

/** The current status of this instance (answers 4.2). */
export const platformStatus = (sources: StatusSources): PlatformStatus => {
  const { redis, limiter, cache } = sources.shared();
  return {
    status: sources.draining() ? "draining" : "ok",
    service: SERVICE,
    version: VERSION,
    uptimeSeconds: sources.uptimeSeconds(),
    load: sources.load(),
    workers: { ...sources.workers(), seal: sources.workerSeal() },
    redis,
    limiter,
    cache,
    traceExport: sources.traces(),
    receiver: { target: sources.target, ...sources.receiver() },
  };
};
