import { parentPort, workerData } from "node:worker_threads";
import { startSlowProxy } from "./slow-proxy.ts";

/** A proxy in a thread of its own, so that a busy test does not delay it. */
const { port, delay } = await startSlowProxy(workerData as number);
parentPort?.on("message", delay);
parentPort?.postMessage(port);
