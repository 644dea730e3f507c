import { completeParams, type GlyphEvidence, type QualityEvidence, type RenderOptions } from "@lumiglyph/contract";
import { decodeImage } from "@lumiglyph/decode/browser";
import { type Kernels, loadFont, loadKernels, openPicture, type RenderResult, type WasmHost } from "@lumiglyph/engine";
import { breath } from "./queue.ts";

/** Details of the event `drawn`. */
export type Drawn = {
  readonly columns: number;
  readonly rows: number;
  /** The glyphs in use, and how well their tones match the picture's. */
  readonly glyphs: GlyphEvidence;
  /** The measured quality; null for a frame of a video, which is not measured. */
  readonly quality: QualityEvidence | null;
};

/** The cells of a page, reduced to what display needs. */
export type Cells = {
  readonly lines: readonly string[];
  /** Three bytes per cell, or null for one ink. */
  readonly inks: Uint8Array | null;
  readonly grounds: Uint8Array | null;
};

/** Fetches, decodes and draws the picture at an address, in small steps. */
export const drawPicture = async (
  url: string,
  options: RenderOptions,
  signal: AbortSignal,
): Promise<Cells & { readonly result: RenderResult }> => {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  const { raster, source } = await decodeImage(await response.blob(), breath);
  const [kernels] = await Promise.all([sharedKernels(), loadFont(completeParams(options).font)]);
  const steps = openPicture(raster, { source, kernels }).render(options);
  for (;;) {
    signal.throwIfAborted();
    const { done, value } = steps.next();
    if (done) return { ...cellsOf(value), result: value };
    await breath();
  }
};

const cellsOf = (result: RenderResult): Cells => ({
  lines: result.lines(),
  inks: result.params.color ? result.inks() : null,
  grounds: result.grounds,
});

declare const WebAssembly: WasmHost;

/** One instance for all elements of a page: each step of a picture ends before another begins. */
export const sharedKernels = (): Promise<Kernels> => (shared ??= fastestKernels());

let shared: Promise<Kernels> | undefined;

const fastestKernels = async (): Promise<Kernels> => {
  try {
    return await loadKernels(WebAssembly);
  } catch {
    // a strict policy forbids WebAssembly: same bytes, slower
    return (await import("./plain-kernels.ts")).PLAIN_KERNELS;
  }
};
