import {
  completeParams,
  type FontName,
  type GlyphEvidence,
  type QualityEvidence,
  Refusal,
  type RenderOptions,
} from "@lumiglyph/contract";
import {
  type FontProfile,
  loadFont,
  loadKernels,
  loadShrink,
  PLAIN_KERNELS,
  type Raster,
  type RenderContext,
  render,
  type SourceInfo,
  type WasmHost,
} from "@lumiglyph/engine";

/** A picture as characters. */
export type Drawing = {
  /** The art in the requested format: plain text by default. */
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
  /** The glyphs in use, and how well their tones match the picture's. */
  readonly glyphs: GlyphEvidence;
  /** The measured quality. */
  readonly quality: QualityEvidence;
};

/** Pixels to draw and, if they come from a file, facts about it. */
export type Pixels = { readonly raster: Raster; readonly source?: SourceInfo };

/** Draws pixels, with the options already validated. */
export const drawRaster = async (
  { raster, source }: Pixels,
  options: RenderOptions,
  profile?: FontProfile,
): Promise<Drawing> => {
  if (options.format === "png")
    throw new Refusal("parameter_invalid", "`draw` returns text. For `format=png`, use `drawPng` (Node only).");
  const fast = await prepare(completeParams(options).font);
  const context = { ...fast, ...(source && { source }), ...(profile && { profile }) };
  const { body, grid, glyphs, quality } = render(raster, options, context);
  return { text: body, ...grid, glyphs, quality };
};

/** Loads everything that drawing with a font needs. */
export const prepare = async (font: FontName): Promise<FastParts> => {
  const [fast] = await Promise.all([sharedKernels(), loadFont(font)]);
  return fast;
};

/** A global of most JavaScript hosts. Node's types leave it to the DOM's. */
declare const WebAssembly: WasmHost;

/** Optional parts of a host that make a render fast. */
type FastParts = Pick<RenderContext, "kernels" | "shrink">;

/** One instance is enough: a render does not yield. */
export const sharedKernels = (): Promise<FastParts> => (shared ??= fastestKernels());

let shared: Promise<FastParts> | undefined;

/**
 * A strict content security policy forbids WebAssembly, and some hosts have none: the plain loops
 * give the same bytes.
 */
const fastestKernels = async (): Promise<FastParts> => {
  try {
    return { kernels: await loadKernels(WebAssembly), shrink: await loadShrink(WebAssembly) };
  } catch {
    return { kernels: PLAIN_KERNELS };
  }
};

/**
 * Whether a source consists of pixels, like `ImageData`. Throws if their number does not fit their
 * size.
 */
export const isRaster = (source: unknown): source is Raster => {
  if (typeof source !== "object" || source === null || !("data" in source)) return false;
  const { width, height, data } = source as Partial<Raster>;
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray)) return false;
  const fits = [width, height].every((side) => Number.isInteger(side) && side! > 0);
  if (fits && data.length === 4 * width! * height!) return true;
  throw new TypeError(
    `Pixels need four bytes each, red, green, blue and alpha: ${width} × ${height} of them do not have ${data.length} bytes.`,
  );
};

/** The error for a source of an unknown kind. */
export const noSource = (source: unknown, kinds: string): TypeError =>
  new TypeError(`Give draw ${kinds}; this is ${source === null ? "null" : `of type ${typeof source}`}.`);
