import { writeFileSync } from "node:fs";
import { processSeconds } from "../reliability/machine-share.ts";
import type { ServiceProcess } from "../reliability/service-process.ts";
import { peakMemory } from "../reliability/worker-processes.ts";
import { isRunning } from "../support/child-processes.ts";

/** Seconds for which a service has had a core, and all its workers have, those that are gone too. */
type ServiceSeconds = { readonly services: number; readonly workers: number };

export const serviceSeconds = ({ pid, workers }: ServiceProcess): ServiceSeconds => {
  const { own, ended } = processSeconds(pid);
  return {
    services: own,
    workers: workers()
      .filter(isRunning)
      .reduce((sum, worker) => sum + processSeconds(worker).own, ended),
  };
};

const MIB = 1024 ** 2;

/** MiB that the largest of these processes has held at its most. */
export const peakMiB = (pids: readonly number[]): number => Math.round(Math.max(...pids.map(peakMemory)) / MIB);

/** From here on the most that processes hold is counted anew (Linux, proc(5)). */
export const forgetPeaks = (pids: readonly number[]): void => {
  // one that has had its time may just have been replaced
  for (const pid of pids.filter(isRunning)) writeFileSync(`/proc/${pid}/clear_refs`, "5");
};
