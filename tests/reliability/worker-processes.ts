import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

/** The workers that are busy: they run, or wait for a core, for most of the next few milliseconds. */
export const workersAtWork = (pids: readonly number[]): Promise<readonly number[]> =>
  workersThat((busy) => busy > 0.8, pids, 8);

/** The idle workers. */
export const workersAtRest = async (pids: readonly number[], ms = 60): Promise<readonly number[]> => {
  const idle = await workersThat((busy) => busy < 0.05, pids, ms);
  return idle.filter((pid) => !isRunnable(pid));
};

/** The workers whose busy share of the next `ms` matches. */
const workersThat = async (isSo: (busy: number) => boolean, pids: readonly number[], ms: number) => {
  const begun = performance.now();
  const before = pids.map(busyTime);
  await setTimeout(ms);
  const passed = performance.now() - begun;
  return pids.filter((pid, at) => isSo((busyTime(pid) - before[at]!) / passed));
};

/** Whether a thread is waiting for a core or a disk: the kernel counts such a wait only when it ends. */
const isRunnable = (pid: number): boolean =>
  threadsOf(pid).some((thread) => /^State:\s+[RD]/m.test(read(pid, `task/${thread}/status`)));

/** Resolves once all workers have started and are idle. */
export const quietWorkers = async (workers: () => readonly number[], count: number): Promise<void> => {
  const until = performance.now() + QUIET_MS;
  for (;;) {
    const pids = workers();
    const resting = await workersAtRest(pids, 150);
    if (resting.length === count && workers().length === count) return;
    if (performance.now() > until) throw new Error(`${pids.length} workers instead of ${count}, or they do not rest`);
  }
};

/** Milliseconds that workers may take to start on a busy machine. */
const QUIET_MS = 60_000;

/** Milliseconds that the threads of a process have run or were runnable (Linux, proc(5)). */
const busyTime = (pid: number): number =>
  threadsOf(pid)
    .map((thread) => read(pid, `task/${thread}/schedstat`).split(" "))
    .reduce((sum, [ran, waited]) => sum + (Number(ran) + Number(waited ?? 0)) / 1e6, 0);

const threadsOf = (pid: number): readonly string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
};

/** The peak memory of a process, in bytes. */
export const peakMemory = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(read(pid, "status"))?.[1] ?? 0) * 1024;

/** The memory of a process, in bytes. */
export const heldMemory = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(read(pid, "status"))?.[1] ?? 0) * 1024;

const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
};
