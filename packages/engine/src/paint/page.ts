import { DEFAULT_PARAMS, type FontName, type MosaicCharset, mosaicOf, type RenderParams } from "@lumiglyph/contract";
import { ATLAS } from "../glyphs/atlas.ts";
import { MOSAICS } from "../glyphs/mosaics.ts";
import type { RenderResult } from "../picture.ts";
import type { PageShape } from "./view.ts";

/** An sRGB color: red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Art for painters: each cell's glyph and the colors. */
export type PaintedPage = PageShape & {
  /** Index of each cell's glyph in the engine's `ATLAS.glyphs`, or among the patterns of a mosaic, row by row. */
  readonly glyphs: Uint8Array;
  readonly mosaic: MosaicCharset | null;
  /** The font whose light the letters get. */
  readonly font: FontName;
  /** sRGB, three bytes per cell; null if all cells are `ink`. */
  readonly colors: Uint8Array | null;
  /** The background of each cell, likewise; null if all are on `ground`. */
  readonly grounds: Uint8Array | null;
  readonly ink: Rgb;
  /** The background; null is transparent. */
  readonly ground: Rgb | null;
  /** How much light spreads around the characters, 0 to 1. */
  readonly glow: number;
};

/** The glyphs that a page's indexes refer to. */
export const glyphsOf = (mosaic: MosaicCharset | null): readonly string[] =>
  mosaic === null ? ATLAS.glyphs : MOSAICS[mosaic].glyphs;

/** A page's `glyphs` for indexes into its characters. */
export const atlasGlyphs = (cells: Uint8Array, characters: string, mosaic: MosaicCharset | null): Uint8Array => {
  const all = glyphsOf(mosaic);
  const places = Uint8Array.from(characters, (glyph) => all.indexOf(glyph));
  return cells.map((cell) => places[cell]!);
};

/** A page's background, the ink of cells without their own color, and the mosaic or the font that it is made of. */
export type PageStyle = Pick<PaintedPage, "ink" | "mosaic" | "font" | "cellAspect" | "glow"> & { readonly ground: Rgb };

type StyleParams = Pick<
  RenderParams,
  "invert" | "background" | "monoColor" | "charset" | "font" | "cellAspect" | "paper" | "glow"
>;

/** Light on black. Inverted art is dark on paper, unless the user chose an ink. Independent of the theme. */
export const pageStyle = ({
  invert,
  background,
  monoColor,
  charset,
  font,
  cellAspect,
  paper,
  glow,
}: StyleParams): PageStyle => {
  const isOwnInk = invert && monoColor === DEFAULT_PARAMS.monoColor;
  const ground = paper !== "" ? rgbOf(paper) : background === "light" ? WHITE : invert ? PAPER : BLACK;
  return { ground, ink: isOwnInk ? INK : rgbOf(monoColor), mosaic: mosaicOf(charset), font, cellAspect, glow };
};

/** A result for painters; `inks` avoids computing its colors again. */
export const pageOf = (result: RenderResult, inks?: Uint8Array): PaintedPage & { readonly ground: Rgb } => {
  const style = pageStyle(result.params);
  return {
    ...result.size,
    ...style,
    glyphs: atlasGlyphs(result.cells, result.characters, style.mosaic),
    colors: result.params.color ? (inks ?? result.inks()) : null,
    grounds: result.grounds,
  };
};

const BLACK: Rgb = [0x00, 0x00, 0x00];
const WHITE: Rgb = [0xff, 0xff, 0xff];
const PAPER: Rgb = [0xf5, 0xf2, 0xea];
const INK: Rgb = [0x23, 0x28, 0x38];

/** Parses `#rrggbb`. */
const rgbOf = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};
