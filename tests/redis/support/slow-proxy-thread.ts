import { parentPort, workerData } from "node:worker_threads";
import { startSlowProxy } from "./slow-proxy.ts";

/** A proxy in a thread of its own, so that it is not late because the test is busy. */
const { port, delay } = await startSlowProxy(workerData as number);
parentPort?.on("message", delay);
parentPort?.postMessage(port);
