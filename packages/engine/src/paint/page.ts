import { DEFAULT_PARAMS, type FontName, type MosaicCharset, mosaicOf, type RenderParams } from "@lumiglyph/contract";
import { ATLAS, atlasFor } from "../glyphs/atlas.ts";
import type { RenderResult } from "../picture.ts";
import type { PageShape } from "./view.ts";

/** An sRGB color: red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** A mosaic in one ink, or in color. */
export type PaintedMosaic = MosaicCharset | `${MosaicCharset}/color`;

/** Art for painters: each cell's glyph and the colors. */
export type PaintedPage = PageShape & {
  /** Index of each cell's glyph in `glyphsOf(mosaic)`, row by row. */
  readonly glyphs: Uint8Array;
  readonly mosaic: PaintedMosaic | null;
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

/** The glyphs that a page's indexes refer to: the engine's `ATLAS.glyphs`, or those of a mosaic. The blank is the first. */
export const glyphsOf = (mosaic: PaintedMosaic | null): readonly string[] => {
  if (mosaic === null) return ATLAS.glyphs;
  const [charset, color] = mosaic.split("/") as [MosaicCharset, "color"?];
  return atlasFor(charset, "dark", "any", color !== undefined).glyphs;
};

/** A page's `glyphs` for indexes into its characters. */
export const atlasGlyphs = (cells: Uint8Array, characters: string, mosaic: PaintedMosaic | null): Uint8Array => {
  const all = glyphsOf(mosaic);
  const places = Uint8Array.from(characters, (glyph) => all.indexOf(glyph));
  return cells.map((cell) => places[cell]!);
};

/** A page's background, the ink of cells without their own color, and its mosaic or font. */
export type PageStyle = Pick<PaintedPage, "ink" | "mosaic" | "font" | "cellAspect" | "glow"> & { readonly ground: Rgb };

type StyleParams = Pick<
  RenderParams,
  "invert" | "background" | "monoColor" | "charset" | "color" | "font" | "cellAspect" | "paper" | "glow"
>;

/** Light on black. Inverted art is dark on paper, unless the user chose an ink. Independent of the theme. */
export const pageStyle = (params: StyleParams): PageStyle => {
  const { invert, background, monoColor, font, cellAspect, paper, glow } = params;
  const charset = mosaicOf(params.charset);
  const mosaic = charset !== null && params.color ? (`${charset}/color` as const) : charset;
  const isOwnInk = invert && monoColor === DEFAULT_PARAMS.monoColor;
  const ground = paper !== "" ? rgbOf(paper) : background === "light" ? WHITE : invert ? PAPER : BLACK;
  return { ground, ink: isOwnInk ? INK : rgbOf(monoColor), mosaic, font, cellAspect, glow };
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
