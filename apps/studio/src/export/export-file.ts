import {
  completeParams,
  contentType,
  type FormatId,
  type GridSize,
  gridFor,
  type RenderOptions,
} from "@lumiglyph/contract";
import type { Opened, PictureSize } from "../state/source.ts";
import type { PngShape, SaveChoice } from "../state/studio.ts";
import type { RenderWorker } from "../worker/render-worker.ts";

/** Multiples of 8 × 16 pixels per cell. */
export const SCALES: readonly SaveChoice["scale"][] = [1, 2, 3, 4];

/** Size of this art as a PNG. */
export const pngSize = ({ columns, rows }: GridSize, scale: SaveChoice["scale"]): PictureSize => ({
  width: columns * 8 * scale,
  height: rows * 16 * scale,
});

/** Sizes that networks show, in words. */
export const PNG_SHAPES: {
  readonly [Shape in PngShape]: { readonly words: string; readonly size: PictureSize | null };
} = {
  art: { words: "Art size", size: null },
  square: { words: "Square post", size: { width: 1080, height: 1080 } },
  portrait: { words: "Portrait post", size: { width: 1080, height: 1350 } },
  story: { words: "Story", size: { width: 1080, height: 1920 } },
  card: { words: "Link card", size: { width: 1200, height: 630 } },
};

/** Whether a browser can make a PNG of this size: canvases are limited per side and in total. */
export const canBePng = (grid: GridSize, scale: SaveChoice["scale"]): boolean => {
  const { width, height } = pngSize(grid, scale);
  return Math.max(width, height) <= MOST_A_SIDE && width * height <= MOST_PIXELS;
};

/** The choice, with a PNG's scale lowered to what is possible; null if none is. */
export const possibleChoice = (choice: SaveChoice, grid: GridSize): SaveChoice | null => {
  if (choice.format !== "png" || choice.shape !== "art") return choice;
  const scale = SCALES.findLast((one) => one <= choice.scale && canBePng(grid, one));
  return scale === undefined ? null : { ...choice, scale };
};

/** Message for when it is null. */
export const NO_PNG = "This art is too large for a PNG. Use fewer columns.";

const MOST_A_SIDE = 16_384;

/** Half a gibibyte of pixel data. */
const MOST_PIXELS = 2 ** 27;

/** The grid of a source with these parameters, rendered or not. */
export const gridOf = ({ info }: Opened, options: RenderOptions): GridSize =>
  gridFor(completeParams(options), info.width, info.height);

/**
 * File extensions. They are distinct, so that all formats of a picture fit in one folder. Not `.ans` for ANSI, which
 * means code page 437 to older programs.
 */
export const ENDINGS: { readonly [Format in FormatId]: string } = {
  text: "txt",
  ansi: "ansi",
  html: "html",
  svg: "svg",
  json: "json",
  "json-compact": "compact.json",
  png: "png",
};

/** File name of an export: `cat.jpg` gives `cat.txt`, `cat@2x.png` at scale 2, and `cat-square.png` in that shape. */
export const exportName = (picture: string, { format, scale, shape }: SaveChoice): string => {
  const which = shape !== "art" ? `-${shape}` : scale > 1 ? `@${scale}x` : "";
  return `${stemOf(picture)}${format === "png" ? which : ""}.${ENDINGS[format]}`;
};

/** A file name without its extension. */
export const stemOf = (name: string): string => name.replace(/(.)\.[^./\\]*$/, "$1") || "picture";

/** The open picture, rendered in full, as a file: a PNG, or the same bytes as the API's. */
export const produce = async (
  worker: Pick<RenderWorker, "encode" | "png">,
  options: RenderOptions,
  { format, scale, transparent, shape }: SaveChoice,
  signal: AbortSignal,
): Promise<Blob> => {
  if (format === "png") return worker.png(options, { scale, transparent, frame: PNG_SHAPES[shape].size }, signal);
  return new Blob([await worker.encode(options, format, signal)], { type: contentType(format) });
};
