import type { FontName, RenderOptions } from "@lumiglyph/contract";
import { recordingOf, runningExports, trimOf } from "../state/recording.ts";
import type { Studio } from "../state/studio.ts";
import { startWorker } from "../worker/start-worker.ts";
import {
  EXPORT_FORMATS,
  type ExportMessage,
  type ExportProgress,
  type ExportReply,
  type ExportSource,
  LOOP_FPS,
  LOOP_SECONDS,
  type VideoFormat,
  type VideoJob,
  type VideoSettings,
} from "../worker/video/export-messages.ts";
import type { TimeRange } from "../worker/video/frame-sequence.ts";

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
 * Exports a video in a separate Worker, which ends with the export. Rejects with a readable
 * message, or with the signal's reason once aborted.
 */
export const exportVideo = (
  job: VideoJob & { readonly format: VideoFormat },
  { onProgress, signal, start = startWorker }: ExportVideoOptions,
): Promise<Blob> =>
  onWorker<Blob>({ type: "export", ...job }, signal, start, (reply, resolve) => {
    if (reply.type === "progress") onProgress(reply);
    if (reply.type === "done") resolve(reply.file);
  });

/** Calls `onEstimate` for each format with its estimated bytes, or null if it cannot be made. */
export const estimateVideos = (
  job: VideoJob,
  onEstimate: (format: VideoFormat, bytes: number | null) => void,
  signal: AbortSignal,
): Promise<void> => {
  let left: number = EXPORT_FORMATS.length;
  return onWorker<void>({ type: "estimate", ...job }, signal, startWorker, (reply, resolve) => {
    if (reply.type !== "estimated") return;
    onEstimate(reply.format, reply.bytes);
    if (--left === 0) resolve();
  });
};

const onWorker = <Result>(
  message: ExportMessage,
  signal: AbortSignal,
  start: () => ExportWorker,
  take: (reply: ExportReply, resolve: (result: Result) => void) => void,
): Promise<Result> => {
  if (signal.aborted) return Promise.reject(signal.reason);
  const worker = start();
  runningExports.value++;
  const result = new Promise<Result>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ExportReply>) => {
      if (data.type === "failed") reject(new Error(data.message));
      else take(data, resolve);
    };
    worker.onerror = () => reject(new Error("The encoder did not start, or it stopped. Try again."));
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  worker.postMessage(message);
  return result.finally(() => {
    worker.terminate();
    runningExports.value--;
  });
};

/** Something that can be exported as video. */
export type Motion = {
  readonly name: string;
  /** Identifies it. */
  readonly of: unknown;
  /** Whole length, and the part of it that is exported; null is all. Loops cannot be trimmed. */
  readonly seconds: number;
  readonly range: TimeRange | null;
  readonly isTrimmable: boolean;
  /** Frames of the whole: exact for a recording, for a video estimated from its rate. */
  readonly frames: number;
  readonly open: (options: RenderOptions, signal: AbortSignal) => Promise<ExportSource>;
};

/** The video file, a camera's recording, or the picture in motion; null if there is none of them. */
export const motionOf = ({
  opened,
  live,
  stillMotion,
  worker,
}: Pick<Studio, "opened" | "live" | "stillMotion" | "worker">): Motion | null => {
  const [what, source, motion] = [opened.value, live.value, stillMotion.value];
  if (what === null) return null;
  const { name, file } = what;
  if (source === null) {
    if (what.kind !== "image" || motion === "none") return null;
    return {
      name,
      of: `${what.url} ${motion}`,
      seconds: LOOP_SECONDS,
      range: null,
      isTrimmable: false,
      frames: LOOP_SECONDS * LOOP_FPS + 1,
      open: async (options, signal) => ({ kind: "still", page: await worker.page(options, signal), motion, name }),
    };
  }
  if (source.kind === "video") {
    const { duration, rate } = source;
    return {
      name,
      of: file,
      seconds: duration,
      range: trimOf(file).value,
      isTrimmable: true,
      frames: Math.round(duration * rate.value),
      open: async () => ({ kind: "clip", file, name }),
    };
  }
  const recording = recordingOf(what).value;
  if (recording === null) return null;
  return {
    name,
    of: recording,
    seconds: recording.seconds,
    range: trimOf(recording).value,
    isTrimmable: true,
    frames: recording.frames.length,
    open: async () => ({ kind: "recording", recording, name }),
  };
};

/** What to export, with which parameters. */
export type VideoRequest = {
  readonly motion: Motion;
  readonly options: RenderOptions;
  readonly choice: VideoSettings;
};

/** The job for a request, in the font that pages are matched to. */
export const jobOf = async (
  { worker }: Pick<Studio, "worker">,
  { motion, options, choice }: VideoRequest,
  signal: AbortSignal,
): Promise<VideoJob> => {
  const font = worker.ownFont.value?.profile.id as FontName | undefined;
  return {
    source: await motion.open(options, signal),
    range: motion.range,
    options: font === undefined ? options : { ...options, font },
    ownFonts: worker.ownFonts.value,
    choice,
  };
};
