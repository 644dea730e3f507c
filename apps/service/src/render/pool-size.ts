import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Settings } from "@lumiglyph/contract";
import type { QueueSize } from "./render-queue.ts";

/** Workers and places (answers 3.8): a worker for each core, and four requests that may wait for it, unless set. */
export const poolSize = (settings: Settings, cores: number): QueueSize => {
  const workers = settings.SERVICE_WORKERS ?? cores;
  return { workers, capacity: workers + (settings.SERVICE_QUEUE ?? WAITING_FOR_EACH * workers) };
};

const WAITING_FOR_EACH = 4;

/** What tells how many cores there are: Node's count, and files of the kernel, null where one is not there. */
type Machine = { readonly parallelism: number; readonly read: (path: string) => string | null };

/**
 * Cores that this process may use, at least one. Node's own count knows the CPU mask and the quota of a cgroup v2, but
 * not always that of a v1: measured on Node 26, a process under half of two cores by v1 is told two.
 */
export const availableCores = ({ parallelism, read }: Machine = thisMachine()): number =>
  Math.max(1, Math.floor(Math.min(parallelism, ...quotas(read))));

/** Quotas in cores, as a container sees its own. */
const quotas = (read: Machine["read"]): readonly number[] => {
  const [quota, period] = (read("/sys/fs/cgroup/cpu.max") ?? "").split(" ");
  const versionOne = [read(`${CPU_V1}/cpu.cfs_quota_us`), read(`${CPU_V1}/cpu.cfs_period_us`)] as const;
  return [coresIn(quota, period), coresIn(...versionOne)].filter((cores) => cores > 0);
};

const CPU_V1 = "/sys/fs/cgroup/cpu";

/** Not above zero where there is no limit: v2 then says `max`, v1 says -1. */
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
