import { DEFAULT_PARAMS, type RenderParams } from "@lumiglyph/contract";

/** An sRGB color: red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Art as a painter is given it: which glyph stands in each cell, and in what colors. */
export type PaintedPage = {
  readonly columns: number;
  readonly rows: number;
  /** Index of each cell's glyph in the engine's `ATLAS.glyphs`, row by row from the top left. */
  readonly glyphs: Uint8Array;
  /** sRGB, three bytes a cell; null where all cells are `ink`. */
  readonly colors: Uint8Array | null;
  readonly ink: Rgb;
  /** What lies behind the glyphs; null is transparent. */
  readonly ground: Rgb | null;
};

/** Paints pages on the one canvas it was made for, and sizes that canvas as the view says. */
export type Painter = {
  readonly kind: "cpu" | "webgl2";
  /** Paints what of the page is in view; around it the canvas is transparent. Keeps no hold of the page's arrays. */
  readonly paint: (page: PaintedPage, view: View) => void;
};

/** Which part of the art is to be seen and how large, in device pixels. Cells are whole pixels: `cell` wide, twice as high. */
export type View = {
  /** Width of a cell, an integer of at least 1. */
  readonly cell: number;
  /** Size of the canvas: the part of the stage that is there to be painted on. */
  readonly width: number;
  readonly height: number;
  /** Where the art's top left corner lies on the canvas; negative where it is scrolled out. */
  readonly left: number;
  readonly top: number;
};

/** What art lies on, and the ink of cells that have no color of their own. */
export type PageColors = { readonly ground: Rgb; readonly ink: Rgb };

/** Light on a black sheet; inverted art is ink on paper, dark unless someone has chosen its color. The theme has no say. */
export const pageColors = ({ invert, monoColor }: Pick<RenderParams, "invert" | "monoColor">): PageColors => {
  const isOwnInk = invert && monoColor === DEFAULT_PARAMS.monoColor;
  return { ground: invert ? PAPER : BLACK, ink: isOwnInk ? INK : rgbOf(monoColor) };
};

const BLACK: Rgb = [0x00, 0x00, 0x00];
const PAPER: Rgb = [0xf5, 0xf2, 0xea];
const INK: Rgb = [0x23, 0x28, 0x38];

/** `#rrggbb` as bytes. */
const rgbOf = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};
