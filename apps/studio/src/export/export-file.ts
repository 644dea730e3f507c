import {
  completeParams,
  contentType,
  type FormatId,
  type GridSize,
  type RenderOptions,
  rowsFor,
} from "@lumiglyph/contract";
import type { Opened, PictureSize } from "../state/source.ts";
import type { SaveChoice } from "../state/studio.ts";
import type { RenderWorker } from "../worker/render-worker.ts";

/** Times of 8 × 16 pixels a cell. */
export const SCALES: readonly SaveChoice["scale"][] = [1, 2, 3, 4];

/** Pixels of a PNG of this art. */
export const pngSize = ({ columns, rows }: GridSize, scale: SaveChoice["scale"]): PictureSize => ({
  width: columns * 8 * scale,
  height: rows * 16 * scale,
});

/** Whether a browser can make a PNG so large: a canvas has at most so many pixels a side, and so many in all. */
export const canBePng = (grid: GridSize, scale: SaveChoice["scale"]): boolean => {
  const { width, height } = pngSize(grid, scale);
  return Math.max(width, height) <= MOST_A_SIDE && width * height <= MOST_PIXELS;
};

/** A choice as far as the browser can make it: a PNG at the largest scale up to the chosen one; null where at none. */
export const possibleChoice = (choice: SaveChoice, grid: GridSize): SaveChoice | null => {
  if (choice.format !== "png") return choice;
  const scale = SCALES.findLast((one) => one <= choice.scale && canBePng(grid, one));
  return scale === undefined ? null : { ...choice, scale };
};

/** What to say where it is null. */
export const NO_PNG = "This art is too large for a PNG. Use fewer columns.";

const MOST_A_SIDE = 16_384;

/** Half a gibibyte of them. */
const MOST_PIXELS = 2 ** 27;

/** Columns and rows that a picture has with these parameters, whether or not it is drawn yet. */
export const gridOf = ({ info }: Opened, options: RenderOptions): GridSize => {
  const { columns } = completeParams(options);
  return { columns, rows: rowsFor(columns, info.width, info.height) };
};

/**
 * Endings of saved files. They differ from each other, so that all of a picture's can lie in one folder; art of escape codes
 * is not `.ans`, by which old programs mean art in code page 437.
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

/** The name of what is made of a picture: `cat.jpg` gives `cat.txt`, and `cat@2x.png` at twice the size. */
export const fileName = (picture: string, { format, scale }: SaveChoice): string => {
  const times = format === "png" && scale > 1 ? `@${scale}x` : "";
  return `${stemOf(picture)}${times}.${ENDINGS[format]}`;
};

/** A file's name without its ending. */
export const stemOf = (name: string): string => name.replace(/(.)\.[^./\\]*$/, "$1") || "picture";

/** The open picture, drawn in full, as a file: a PNG, or the very bytes that the API answers with. */
export const produce = async (
  worker: Pick<RenderWorker, "encode" | "png">,
  options: RenderOptions,
  { format, scale, transparent }: SaveChoice,
  signal: AbortSignal,
): Promise<Blob> => {
  if (format === "png") return worker.png(options, scale, transparent, signal);
  return new Blob([await worker.encode(options, format, signal)], { type: contentType(format) });
};
