import { type Kernels, loadShrink } from "@lumiglyph/engine";
import type { GlyphAtlas } from "../paint/atlas.ts";
import { NOT_LOADED } from "../state/not-loaded.ts";
import type { FilmEncoder } from "./encoder.ts";
import { FilmFailure } from "./film-failure.ts";
import type { FilmFormat } from "./film-formats.ts";
import type { FilmOrder, FilmReport } from "./film-order.ts";
import type { Reel } from "./reel.ts";

export type DevelopParts = {
  readonly kernels: Promise<Kernels>;
  readonly atlas: Promise<GlyphAtlas>;
  readonly post: (report: FilmReport) => void;
};

/** Makes one film, on a Worker of its own that does nothing else and is ended from outside. Tells of its progress, and what came of it. */
export const developFilm = async (order: FilmOrder, { kernels, atlas, post }: DevelopParts): Promise<void> => {
  try {
    const encode = await fetched(ENCODERS[order.format]());
    const reel = await openReel(order, await kernels);
    let told = 0;
    const tell = (frame: number, bytes: number): void => {
      const now = performance.now();
      if (now - told < TELL_EVERY && frame < reel.count) return;
      told = now;
      post({ type: "progress", frame, count: Math.max(frame, reel.count), bytes });
    };
    const file = await encode({ reel, name: order.source.name, atlas: await atlas, tell });
    post({ type: "done", file });
  } catch (error) {
    post({ type: "failed", message: wordsOf(error) });
  }
};

/** Milliseconds. */
const TELL_EVERY = 100;

const ENCODERS: { readonly [Format in FilmFormat]: () => Promise<FilmEncoder> } = {
  mp4: async () => (await import("./video.ts")).encodeMp4,
  webm: async () => (await import("./video.ts")).encodeWebm,
  gif: async () => (await import("./gif.ts")).encodeGif,
  cast: async () => (await import("./cast.ts")).encodeCast,
  html: async () => (await import("./html-player.ts")).encodeHtml,
};

const openReel = async ({ source, options }: FilmOrder, kernels: Kernels): Promise<Reel> => {
  if (source.kind === "recording") {
    return (await fetched(import("./recording-reel.ts"))).openRecording(source.recording);
  }
  const { openClip } = await fetched(import("./open-clip.ts"));
  const createShrink = () => loadShrink(WebAssembly).catch(() => undefined);
  return openClip({ file: source.file, options, kernels, createShrink });
};

const fetched = async <Part>(part: Promise<Part>): Promise<Part> => {
  try {
    return await part;
  } catch {
    throw new FilmFailure(NOT_LOADED);
  }
};

const wordsOf = (error: unknown): string => {
  if (error instanceof FilmFailure) return error.message;
  if (error instanceof RangeError) return "This film is too large for this device's memory. Use fewer columns.";
  return `This did not work: ${sentence(error instanceof Error ? error.message : String(error))}`;
};

/** What browsers say ends with a full stop, or with none. */
const sentence = (words: string): string => `${words.replace(/\.$/, "")}.`;
