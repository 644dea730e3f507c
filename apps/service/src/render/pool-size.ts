import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Settings } from "../tables/settings.ts";
import type { QueueSize } from "./render-queue.ts";

/**
 * Pool and queue size (answers 3.8): unless set, one worker per core and four waiting requests per worker; a third of those
 * while many are refused.
 */
export const poolSize = (settings: Settings, cores: number): QueueSize => {
  const workers = settings.SERVICE_WORKERS ?? cores;
  const waiting = settings.SERVICE_QUEUE ?? WAITING_FOR_EACH * workers;
  return { workers, capacity: workers + waiting, standing: workers + Math.ceil(waiting / 3) };
};

const WAITING_FOR_EACH = 4;

/** Sources for the number of cores: Node's count, and kernel files (null if absent). */
type Machine = { readonly parallelism: number; readonly read: (path: string) => string | null };

/**
 * Cores this process may use, at least one. Node's count respects the CPU mask and a cgroup v2 quota, but not always a
 * v1 quota: for a process that v1 limits to half of two cores, Node 26 counts two.
 */
export const availableCores = ({ parallelism, read }: Machine = thisMachine()): number =>
  Math.max(1, Math.floor(Math.min(parallelism, ...quotas(read))));

/** CPU quotas in cores, as seen from inside a container. */
const quotas = (read: Machine["read"]): readonly number[] => {
  const [quota, period] = (read("/sys/fs/cgroup/cpu.max") ?? "").split(" ");
  const versionOne = [read(`${CPU_V1}/cpu.cfs_quota_us`), read(`${CPU_V1}/cpu.cfs_period_us`)] as const;
  return [coresIn(quota, period), coresIn(...versionOne)].filter((cores) => cores > 0);
};

const CPU_V1 = "/sys/fs/cgroup/cpu";

/** Zero or less means no limit: v2 says `max`, v1 says -1. */
const coresIn = (quota: string | null | undefined, period: string | null | undefined): number => {
  const cores = Number(quota ?? "none") / Number(period ?? "none");
  return Number.isFinite(cores) ? cores : 0;
};

const thisMachine = (): Machine => ({ parallelism: availableParallelism(), read: readOrNull });

const readOrNull = (path: string): string | null => {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return null;
  }
};
