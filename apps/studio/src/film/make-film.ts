import { startWorker } from "../darkroom/start-worker.ts";
import type { ExportMessage, ExportProgress, ExportReply } from "./film-order.ts";
import { runningExports } from "./films-under-way.ts";

/** As much of a Worker as is needed. */
export type ExportWorker = Pick<Worker, "terminate" | "onmessage" | "onerror"> & {
  postMessage(job: ExportMessage): void;
};

export type ExportVideoOptions = {
  readonly onProgress: (progress: ExportProgress) => void;
  readonly signal: AbortSignal;
  readonly start?: () => ExportWorker;
};

/**
 * Makes a film on a Worker of its own, which is there no longer than the film takes. Rejects with a sentence for people, or
 * with the signal's reason once that is aborted.
 */
export const exportVideo = (
  job: Omit<ExportMessage, "type">,
  { onProgress, signal, start = startWorker }: ExportVideoOptions,
): Promise<Blob> => {
  if (signal.aborted) return Promise.reject(signal.reason);
  const worker = start();
  runningExports.value++;
  const file = new Promise<Blob>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ExportReply>) => {
      if (data.type === "progress") onProgress(data);
      else if (data.type === "done") resolve(data.file);
      else reject(new Error(data.message));
    };
    worker.onerror = () => reject(new Error("The encoder could not be started, or has broken off. Try again."));
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  worker.postMessage({ type: "export", ...job });
  return file.finally(() => {
    worker.terminate();
    runningExports.value--;
  });
};
