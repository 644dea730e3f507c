import {
  completeParams,
  contentType,
  type FormatId,
  type GridSize,
  gridFor,
  type RenderOptions,
} from "@lumiglyph/contract";
import type { Opened, PictureSize } from "../state/source.ts";
import type { SaveChoice } from "../state/studio.ts";
import type { RenderWorker } from "../worker/render-worker.ts";

/** Multiples of 8 × 16 pixels per cell. */
export const SCALES: readonly SaveChoice["scale"][] = [1, 2, 3, 4];

/** Size of this art as a PNG. */
export const pngSize = ({ columns, rows }: GridSize, scale: SaveChoice["scale"]): PictureSize => ({
  width: columns * 8 * scale,
  height: rows * 16 * scale,
});

/** Whether a browser can make a PNG of this size: canvases are limited per side and in total. */
export const canBePng = (grid: GridSize, scale: SaveChoice["scale"]): boolean => {
  const { width, height } = pngSize(grid, scale);
  return Math.max(width, height) <= MOST_A_SIDE && width * height <= MOST_PIXELS;
};

/** The choice, with a PNG's scale lowered to what is possible; null if none is. */
export const possibleChoice = (choice: SaveChoice, grid: GridSize): SaveChoice | null => {
  if (choice.format !== "png") return choice;
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
export const ENDINGS: { readonly [Format in FormatId | "png"]: string } = {
  text: "txt",
  ansi: "ansi",
  html: "html",
  svg: "svg",
  json: "json",
  "json-compact": "compact.json",
  png: "png",
};

/** File name of an export: `cat.jpg` gives `cat.txt`, and `cat@2x.png` at scale 2. */
export const fileName = (picture: string, { format, scale }: SaveChoice): string => {
  const times = format === "png" && scale > 1 ? `@${scale}x` : "";
  return `${stemOf(picture)}${times}.${ENDINGS[format]}`;
};

/** A file name without its extension. */
export const stemOf = (name: string): string => name.replace(/(.)\.[^./\\]*$/, "$1") || "picture";

/** The open picture, rendered in full, as a file: a PNG, or the same bytes as the API's. */
export const produce = async (
  worker: Pick<RenderWorker, "encode" | "png">,
  options: RenderOptions,
  { format, scale, transparent }: SaveChoice,
  signal: AbortSignal,
): Promise<Blob> => {
  if (format === "png") return worker.png(options, scale, transparent, signal);
  return new Blob([await worker.encode(options, format, signal)], { type: contentType(format) });
};
