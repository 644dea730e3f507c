import { Worker } from "node:worker_threads";
import { Refusal } from "@lumiglyph/contract";
import type { DrawnArt, RenderPlan } from "./draw-picture.ts";

/** Renders the bytes of a picture. */
export type Draw = (bytes: Uint8Array, plan: RenderPlan) => Promise<DrawnArt>;

/** Loads the engine, in this thread or, for several pictures at once, in as many others. */
export const loadDrawing = async (jobs: number): Promise<Draw> =>
  jobs === 1 ? (await import("./draw-picture.ts")).drawFile : createWorkers(jobs);

/** A picture for a worker, and the worker's answer: the art or an error. */
export type WorkerJob = { readonly bytes: Uint8Array; readonly plan: RenderPlan };
export type WorkerAnswer = { readonly art: DrawnArt } | { readonly refusal: ConstructorParameters<typeof Refusal> };

/** Threads that each render one picture at a time; they end with this one. */
const createWorkers = (count: number): Draw => {
  // beside this module in the sources, and beside its chunk in the bundle
  const file = new URL(`./draw-worker${import.meta.url.slice(import.meta.url.lastIndexOf("."))}`, import.meta.url);
  const idle: Worker[] = [];
  const waiting: ((worker: Worker) => void)[] = [];
  let started = 0;
  const free = (worker: Worker): void => {
    const next = waiting.shift();
    if (next === undefined) idle.push(worker);
    else next(worker);
  };
  const take = async (): Promise<Worker> => {
    const worker = idle.pop();
    if (worker !== undefined) return worker;
    if (started === count) return new Promise((resolve) => waiting.push(resolve));
    started++;
    const fresh = new Worker(file);
    fresh.unref();
    return fresh;
  };
  return async (bytes, plan) => {
    const worker = await take();
    try {
      const answer = await askWorker(worker, { bytes, plan });
      if ("art" in answer) return answer.art;
      throw new Refusal(...answer.refusal);
    } finally {
      free(worker);
    }
  };
};

const askWorker = (worker: Worker, job: WorkerJob): Promise<WorkerAnswer> =>
  new Promise((resolve, reject) => {
    const settle = (): void => {
      worker.off("message", onMessage).off("error", onError).unref();
    };
    const onMessage = (answer: WorkerAnswer): void => {
      settle();
      resolve(answer);
    };
    const onError = (error: unknown): void => {
      settle();
      reject(error);
    };
    worker.on("message", onMessage).on("error", onError).ref();
    worker.postMessage(job);
  });

/**
 * Runs up to so many items at once and yields their results in order. Work stays at most that far
 * ahead of the consumer, so that a slow reader does not fill the memory.
 */
export async function* inOrder<Item, Result>(
  items: readonly Item[],
  ahead: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<readonly [at: number, item: Item, result: Promise<Result>]> {
  const begun: Promise<Result>[] = [];
  for (const [at, item] of items.entries()) {
    for (let next = begun.length; next < Math.min(items.length, at + ahead); next++) {
      const result = work(items[next]!);
      // the consumer handles a failure; until then it must not count as unhandled
      result.catch(() => {});
      begun.push(result);
    }
    yield [at, item, begun[at]!];
  }
}
