import { recordingOf, runningExports } from "../state/recording.ts";
import type { Studio } from "../state/studio.ts";
import { startWorker } from "../worker/start-worker.ts";
import type { ExportMessage, ExportProgress, ExportReply, ExportSource } from "../worker/video/export-messages.ts";

/** The parts of a Worker that are used. */
export type ExportWorker = Pick<Worker, "terminate" | "onmessage" | "onerror"> & {
  postMessage(job: ExportMessage): void;
};

export type ExportVideoOptions = {
  readonly onProgress: (progress: ExportProgress) => void;
  readonly signal: AbortSignal;
  readonly start?: () => ExportWorker;
};

/**
 * Exports a video on a Worker of its own, which ends with the export. Rejects with a readable message, or with the
 * signal's reason once aborted.
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
    worker.onerror = () => reject(new Error("The encoder did not start, or it stopped. Try again."));
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  worker.postMessage({ type: "export", ...job });
  return file.finally(() => {
    worker.terminate();
    runningExports.value--;
  });
};

/** A source that can be exported as video, and its length. */
export type Motion = {
  readonly source: ExportSource;
  readonly seconds: number;
  /** Exact for a recording; for a video estimated from its rate. */
  readonly frames: number;
};

/** What can be exported as video: the whole video file, or a camera's recording; null if there is nothing. */
export const motionOf = ({ opened, live }: Pick<Studio, "opened" | "live">): Motion | null => {
  const [what, source] = [opened.value, live.value];
  if (what === null || source === null) return null;
  const { name, file } = what;
  if (source.kind === "video") {
    const { duration, rate } = source;
    return { source: { kind: "clip", file, name }, seconds: duration, frames: Math.round(duration * rate.value) };
  }
  const recording = recordingOf(what).value;
  if (recording === null) return null;
  return {
    source: { kind: "recording", recording, name },
    seconds: recording.seconds,
    frames: recording.frames.length,
  };
};
