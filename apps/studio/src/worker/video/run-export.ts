import { completeParams } from "@lumiglyph/contract";
import { type Kernels, loadFont, loadShrink } from "@lumiglyph/engine";
import { ExportFailure, NOT_LOADED } from "../failure.ts";
import type { GlyphAtlas } from "../paint/atlas.ts";
import type { ExportMessage, ExportReply, VideoFormat } from "./export-messages.ts";
import type { FrameSequence, SequenceEncoder } from "./frame-sequence.ts";

export type RunExportParts = {
  readonly kernels: Promise<Kernels>;
  readonly atlas: Promise<GlyphAtlas>;
  readonly post: (reply: ExportReply) => void;
};

/** Exports one video, on a Worker that does nothing else and is terminated by the page. Posts progress and the result. */
export const runExport = async (job: ExportMessage, { kernels, atlas, post }: RunExportParts): Promise<void> => {
  try {
    const encode = await fetched(ENCODERS[job.format]());
    const fonts = job.source.kind === "recording" ? job.source.recording.frames.map(({ style }) => style.font) : [];
    if (job.ownFonts.length > 0) {
      const { adoptFont } = await fetched(import("../own-font.ts"));
      await Promise.all(job.ownFonts.map(adoptFont));
    }
    await fetched(Promise.all([...new Set([completeParams(job.options).font, ...fonts])].map(loadFont)));
    const sequence = await openSequence(job, await kernels);
    let lastPost = 0;
    const onProgress = (frame: number, bytes: number): void => {
      const now = performance.now();
      if (now - lastPost < PROGRESS_MS && frame < sequence.count) return;
      lastPost = now;
      post({ type: "progress", frame, count: Math.max(frame, sequence.count), bytes });
    };
    const file = await encode({ sequence, name: job.source.name, atlas: await atlas, onProgress });
    post({ type: "done", file });
  } catch (error) {
    post({ type: "failed", message: wordsOf(error) });
  }
};

/** Milliseconds. */
const PROGRESS_MS = 100;

const ENCODERS: { readonly [Format in VideoFormat]: () => Promise<SequenceEncoder> } = {
  mp4: async () => (await import("./video.ts")).encodeMp4,
  webm: async () => (await import("./video.ts")).encodeWebm,
  gif: async () => (await import("./gif.ts")).encodeGif,
  cast: async () => (await import("./cast.ts")).encodeCast,
  html: async () => (await import("./html-player.ts")).encodeHtml,
};

const openSequence = async ({ source, options }: ExportMessage, kernels: Kernels): Promise<FrameSequence> => {
  if (source.kind === "recording") {
    return (await fetched(import("./recording.ts"))).openRecording(source.recording);
  }
  const { openClip } = await fetched(import("./open-clip.ts"));
  const createShrink = () => loadShrink(WebAssembly).catch(() => undefined);
  return openClip({ file: source.file, options, kernels, createShrink });
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
    import("./video.ts"),
    import("./gif.ts"),
    import("./cast.ts"),
    import("./html-player.ts"),
    import("../own-font.ts"),
  ]);
