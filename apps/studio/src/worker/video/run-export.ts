import { completeParams } from "@lumiglyph/contract";
import { type Kernels, loadFont, loadShrink } from "@lumiglyph/engine";
import type { GlyphAtlas } from "@lumiglyph/engine/paint/atlas";
import { ExportFailure, NOT_LOADED } from "../failure.ts";
import {
  EXPORT_FORMATS,
  type ExportMessage,
  type ExportReply,
  type VideoFormat,
  type VideoJob,
} from "./export-messages.ts";
import { atRate, excerpt, type FrameSequence, type SequenceEncoder } from "./frame-sequence.ts";
import type { FrameStyle, Recording } from "./recording.ts";
import { BITS, videoSizeFor } from "./video-size.ts";

export type RunExportParts = {
  readonly kernels: Promise<Kernels>;
  readonly atlas: Promise<GlyphAtlas>;
  readonly post: (reply: ExportReply) => void;
};

/**
 * Exports one video, or estimates all formats, on a Worker that does nothing else and is terminated by the page. Posts
 * progress and the result.
 */
export const runExport = async (job: ExportMessage, parts: RunExportParts): Promise<void> => {
  try {
    await loadFonts(job);
    const sequence = await openSequence(job, await parts.kernels);
    if (job.type === "export") await exportOne(job, sequence, parts);
    else await estimateAll(job, sequence, parts);
  } catch (error) {
    parts.post({ type: "failed", message: wordsOf(error) });
  }
};

const loadFonts = async ({ source, options, ownFonts }: VideoJob): Promise<void> => {
  const pages = source.kind === "still" ? [source.page] : source.kind === "recording" ? stylesOf(source.recording) : [];
  if (ownFonts.length > 0) {
    const { adoptFont } = await fetched(import("../own-font.ts"));
    await Promise.all(ownFonts.map(adoptFont));
  }
  await fetched(Promise.all([...new Set([completeParams(options), ...pages].map(({ font }) => font))].map(loadFont)));
};

const stylesOf = ({ frames }: Recording): readonly FrameStyle[] => frames.map(({ style }) => style);

const exportOne = async (
  job: Extract<ExportMessage, { type: "export" }>,
  whole: FrameSequence,
  { atlas, post }: RunExportParts,
): Promise<void> => {
  const encode = await fetched(ENCODERS[job.format]());
  const sequence = pacedFor(job.format, whole);
  let lastPost = 0;
  const onProgress = (frame: number, bytes: number): void => {
    const now = performance.now();
    if (now - lastPost < PROGRESS_MS && frame < sequence.count) return;
    lastPost = now;
    post({ type: "progress", frame, count: Math.max(frame, sequence.count), bytes });
  };
  post({ type: "done", file: await encode({ ...encodingOf(job, sequence), atlas: await atlas, onProgress }) });
};

/** Encodes a sample of the sequence in each format. */
const estimateAll = async (job: VideoJob, whole: FrameSequence, { atlas, post }: RunExportParts): Promise<void> => {
  const { sampleOf } = await fetched(import("./sample.ts"));
  const sample = await sampleOf(whole);
  for (const format of EXPORT_FORMATS) {
    const encode = await fetched(ENCODERS[format]());
    const bytesOf = async (sequence: FrameSequence): Promise<number> =>
      (await encode({ ...encodingOf(job, pacedFor(format, sequence)), atlas: await atlas, onProgress: () => {} })).size;
    const bytes = await sample.estimate(bytesOf).catch(() => null);
    post({ type: "estimated", format, bytes });
  }
};

const encodingOf = ({ source, choice }: VideoJob, sequence: FrameSequence) => ({
  sequence,
  size: videoSizeFor(sequence.size, choice.size),
  bits: BITS[choice.quality],
  name: source.name,
});

/** GIFs of more frames are much larger, and hardly smoother. */
const GIF_FPS = 25;

const pacedFor = (format: VideoFormat, sequence: FrameSequence): FrameSequence =>
  format === "gif" && sequence.count / sequence.seconds > 1.05 * GIF_FPS ? atRate(sequence, GIF_FPS) : sequence;

/** Milliseconds. */
const PROGRESS_MS = 100;

const ENCODERS: { readonly [Format in VideoFormat]: () => Promise<SequenceEncoder> } = {
  mp4: async () => (await import("./video.ts")).encodeMp4,
  webm: async () => (await import("./video.ts")).encodeWebm,
  gif: async () => (await import("./gif.ts")).encodeGif,
  cast: async () => (await import("./cast.ts")).encodeCast,
  html: async () => (await import("./html-player.ts")).encodeHtml,
};

const openSequence = async ({ source, options, range, choice }: VideoJob, kernels: Kernels): Promise<FrameSequence> => {
  if (source.kind === "still") {
    const { openStillMotion } = await fetched(import("./still-motion.ts"));
    return openStillMotion(source.page, source.motion, choice.fps || undefined);
  }
  const open = async (): Promise<FrameSequence> => {
    if (source.kind === "recording") {
      return (await fetched(import("./recording.ts"))).openRecording(source.recording);
    }
    const { openClip } = await fetched(import("./open-clip.ts"));
    const createShrink = () => loadShrink(WebAssembly).catch(() => undefined);
    return openClip({ file: source.file, options, kernels, createShrink });
  };
  const whole = await open();
  const part = range === null ? whole : excerpt(whole, range);
  return choice.fps === 0 ? part : atRate(part, choice.fps);
};

const fetched = async <Part>(part: Promise<Part>): Promise<Part> => {
  try {
    return await part;
  } catch {
    throw new ExportFailure(NOT_LOADED);
  }
};

const wordsOf = (error: unknown): string => {
  if (error instanceof ExportFailure) return error.message;
  if (error instanceof RangeError) return "This video is too large for this device's memory. Use fewer columns.";
  return `Export failed: ${sentence(error instanceof Error ? error.message : String(error))}`;
};

/** Ends a browser's message with exactly one full stop. */
const sentence = (words: string): string => `${words.replace(/\.$/, "")}.`;

/** Preloads all code for video exports, so that they work offline. */
export const fetchExportParts = (): Promise<unknown> =>
  Promise.allSettled([
    import("./recording.ts"),
    import("./open-clip.ts"),
    import("./still-motion.ts"),
    import("./sample.ts"),
    import("./video.ts"),
    import("./gif.ts"),
    import("./cast.ts"),
    import("./html-player.ts"),
    import("../own-font.ts"),
  ]);
