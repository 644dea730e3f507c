import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { ServiceProcess } from "./service-process.ts";
import { workersAtRest, workersAtWork } from "./worker-processes.ts";

/** Finds workers to kill or suspend. */
export type WorkerHunt = {
  /** This many that are rendering right now. They have had an image before: a starting worker does not count. */
  readonly atWork: (count: number) => Promise<readonly number[]>;
  /** Whether, within these milliseconds, there are as many workers as at the start, each idle or with an image. */
  readonly whole: (ms: number) => Promise<boolean>;
};

/** Tracks the workers of a service that has just started and is about to receive images of `pictureBytes` each. */
export const createWorkerHunt = (service: ServiceProcess, pictureBytes: number): WorkerHunt => {
  const first = service.workers();
  // a worker reads its own code, about the same at every start, and then images
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
