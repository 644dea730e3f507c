import { parentPort } from "node:worker_threads";
import { partsOf, Refusal } from "@lumiglyph/contract";
import { drawFile } from "./draw-picture.ts";
import type { WorkerAnswer, WorkerJob } from "./parallel.ts";

const answerTo = async ({ bytes, plan }: WorkerJob): Promise<WorkerAnswer> => {
  try {
    return { art: await drawFile(bytes, plan) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refusal: partsOf(error) };
  }
};

parentPort!.on("message", async (job: WorkerJob) => parentPort!.postMessage(await answerTo(job)));
