import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { ServiceProcess } from "./service-process.ts";
import { workersAtRest, workersAtWork } from "./worker-processes.ts";

/** Finds workers to do something to. */
export type WorkerHunt = {
  /** So many that are at work this very moment. They have had a picture before: one that starts is no prey. */
  readonly atWork: (count: number) => Promise<readonly number[]>;
  /** Whether, within these milliseconds, there are as many as in the beginning, and each has had a picture or waits for one. */
  readonly whole: (ms: number) => Promise<boolean>;
};

/** Hunts the workers of a service that has just started, and that is about to get pictures of `pictureBytes` each. */
export const createWorkerHunt = (service: ServiceProcess, pictureBytes: number): WorkerHunt => {
  const first = service.workers();
  // a worker reads its own code, much the same at every start, and then pictures
  const readAtStart = Math.max(...first.map(bytesRead));
  const hadPicture = (pid: number) => bytesRead(pid) > readAtStart + pictureBytes / 2;
  return {
    atWork: async (count) => {
      for (;;) {
        const found = await workersAtWork(service.workers().filter(hadPicture));
        if (found.length >= count) return found.slice(0, count);
        await setTimeout(1);
      }
    },
    whole: async (ms) => {
      const until = performance.now() + ms;
      while (performance.now() < until) {
        const pids = service.workers();
        const fresh = pids.filter((pid) => !hadPicture(pid));
        const resting = await workersAtRest(fresh.filter((pid) => bytesRead(pid) > readAtStart * 0.9));
        if (pids.length === first.length && resting.length === fresh.length) return true;
      }
      return false;
    },
  };
};

/** Bytes that a process has read so far (Linux, proc(5)). */
const bytesRead = (pid: number): number => {
  try {
    return Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
};
