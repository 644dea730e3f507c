import { type Charset, decodeBase64, type FontName, type RenderParams } from "@lumiglyph/contract";
import { type FontProfile, lettersOf, PRINTABLE_ASCII, profileFor } from "./fonts.ts";
import { CALIBRATION } from "./generated/calibration.ts";
import { MOSAICS, type Mosaic } from "./mosaics.ts";

/** What a page lies on. */
export type Background = RenderParams["background"];

/**
 * The light of glyphs: what light ink adds to black or, on a light background, what dark ink takes away from paper. A
 * glyph's index is its position in `glyphs`; the blank is the first.
 */
export type Atlas = {
  readonly background: Background;
  /** Identifies the measurement, so that evidence can name it. */
  readonly id: string;
  readonly glyphs: readonly string[];
  /** Columns into which a cell is divided for measuring. */
  readonly columns: number;
  /** Rows into which a cell is divided for measuring. */
  readonly rows: number;
  /** Linear light, 0 to 1: `columns × rows` values per glyph, row by row from the top left. */
  readonly light: Float64Array;
  /** Mean linear light of each glyph: its ink coverage. */
  readonly tone: Float64Array;
  /** Linear light of a part that is all ink. */
  readonly full: number;
  /**
   * Mid-tones are lifted by this power, whatever the parameters, because the texture of glyphs is perceived as contrast
   * that the picture does not have.
   */
  readonly lift: number;
  /** The index of a glyph, or −1 for one that was not measured. */
  readonly indexOf: (glyph: string) => number;
};

/** The lift of mid-tones by background: for any font, and for one that was measured. */
const ANY_LIFT = { dark: 0.878, light: 1.15 } as const;
export const FONT_LIFT = { dark: 0.94, light: 1.3 } as const;

/** The built-in calibration, decoded: every glyph that fonts draw differently, in light ink on black. */
export const ATLAS: Atlas = atlasOf([...CALIBRATION.glyphs], measuredLight(CALIBRATION), "dark");

/**
 * The atlas that a charset's glyphs are in, for the font that shows them. Only letters depend on it: terminals draw shades
 * and dots, and a mosaic has an atlas of its own. Throws if the font's profile is not loaded.
 */
export function atlasFor(charset: Charset, background: Background = "dark", font: FontName = "any"): Atlas {
  const isMosaic = charset in MOSAICS;
  const own = isOneByte(charset) ? font : "any";
  if (!isMosaic && background === "dark" && own === "any") return ATLAS;
  const key = `${isMosaic ? charset : own} ${background}`;
  const atlas = ATLASES.get(key) ?? makeAtlas(charset, background, own);
  ATLASES.set(key, atlas);
  return atlas;
}

const ATLASES = new Map<string, Atlas>();

function makeAtlas(charset: Charset, background: Background, font: FontName): Atlas {
  if (charset in MOSAICS) return makeMosaicAtlas(MOSAICS[charset as keyof typeof MOSAICS], background);
  const light = background === "dark" ? ATLAS.light.slice() : measuredPaper(CALIBRATION);
  const profile = profileFor(font);
  if (profile !== null) light.set(lettersOf(profile, background));
  return atlasOf(ATLAS.glyphs, light, background, profile);
}

function atlasOf(
  glyphs: readonly string[],
  light: Float64Array,
  background: Background,
  profile: FontProfile | null = null,
): Atlas {
  const { grid } = CALIBRATION;
  const { columns, rows } = grid;
  const places = new Map(glyphs.map((glyph, index) => [glyph, index]));
  const tone = Float64Array.from(glyphs, (_, index) => mean(light, index * columns * rows, columns * rows));
  const indexOf = (glyph: string): number => places.get(glyph) ?? -1;
  return {
    background,
    id: profile?.id ?? CALIBRATION.id,
    glyphs,
    columns,
    rows,
    light,
    tone,
    full: fullLight(background),
    lift: (profile === null ? ANY_LIFT : FONT_LIFT)[background],
    indexOf,
  };
}

/** Black ink takes all light. */
function fullLight(background: Background): number {
  return background === "dark" ? CALIBRATION.scale : 1;
}

/** A glyph's index in it is its pattern. */
function makeMosaicAtlas(mosaic: Mosaic, background: Background): Atlas {
  const { columns, rows } = CALIBRATION.grid;
  const light = new Float64Array(mosaic.glyphs.length * columns * rows);
  for (let at = 0; at < light.length; at++) {
    const [pattern, place] = [Math.floor(at / (columns * rows)), at % (columns * rows)];
    light[at] = fullLight(background) * covered(mosaic, pattern, place % columns, Math.floor(place / columns));
  }
  return atlasOf(mosaic.glyphs, light, background);
}

/** Share of a part of the cell that a pattern covers. */
function covered({ across, down }: Mosaic, pattern: number, column: number, row: number): number {
  let share = 0;
  for (let i = 0; i < across * down; i++) {
    if (((pattern >> i) & 1) === 0) continue;
    const wide = overlap(column, CALIBRATION.grid.columns, i % across, across);
    share += wide * overlap(row, CALIBRATION.grid.rows, Math.floor(i / across), down);
  }
  return share;
}

/** Share of one of `parts` equal stretches that lies in one of `others` of the same whole. */
function overlap(part: number, parts: number, other: number, others: number): number {
  const end = Math.min((part + 1) / parts, (other + 1) / others);
  return Math.max(0, end - Math.max(part / parts, other / others)) * parts;
}

function measuredLight({ light, scale, levels }: typeof CALIBRATION): Float64Array {
  return lightOf(decodeBase64(light), scale / levels);
}

function measuredPaper({ paper }: typeof CALIBRATION): Float64Array {
  return Float64Array.from(decodeBase64(paper), (byte) => byte / 255);
}

function lightOf(bytes: Uint8Array, step: number): Float64Array {
  return Float64Array.from({ length: bytes.length / 2 }, (_, i) => (bytes[2 * i]! * 256 + bytes[2 * i + 1]!) * step);
}

function mean(values: Float64Array, start: number, length: number): number {
  return values.subarray(start, start + length).reduce((sum, value) => sum + value, 0) / length;
}

/** The glyphs of each charset, blank first. Their order as a ramp is measured, see `rampOf`. */
export const CHARSET_GLYPHS = {
  standard: " .:-=+*#%@",
  detailed: PRINTABLE_ASCII,
  blocks: " ░▒▓█",
  binary: " 01",
  // One to eight dots; each pattern is the most even spread of its number when the cell repeats in both directions.
  dots: " ⠐⠡⢔⢕⢵⣞⣯⣿",
  minimal: " .:#",
  halves: MOSAICS.halves.glyphs.join(""),
  quadrants: MOSAICS.quadrants.glyphs.join(""),
  sextants: MOSAICS.sextants.glyphs.join(""),
  octants: MOSAICS.octants.glyphs.join(""),
} as const satisfies Record<Charset, string>;

/** Every glyph that is measured, once: ASCII by code point, then the shades, then the dots. */
export const ALL_GLYPHS: readonly string[] = [
  ...new Set(CHARSET_GLYPHS.detailed + CHARSET_GLYPHS.blocks + CHARSET_GLYPHS.dots),
];

/** The glyphs that run along a contour (specification 2.2), in the order of `Contours.direction`: 0°, 45°, 90° and 135°. */
export const DIRECTIONAL = ["-", "/", "|", "\\"] as const;

/** Their indexes into the atlas. */
export const STROKES: readonly number[] = DIRECTIONAL.map(ATLAS.indexOf);

/** Charsets that are not one-byte ASCII are neither reduced nor extended by strokes (answers 1.12). */
export const isOneByte = (charset: Charset): boolean => CHARSET_GLYPHS[charset].at(-1)! <= "~";

/**
 * The charset's glyphs from least to most ink, as indexes into its atlas; ties are ordered by code point. The first is
 * always the blank, the only glyph without ink.
 */
export function rampOf(charset: Charset, background: Background = "dark", font: FontName = "any"): readonly number[] {
  const key = `${charset} ${background} ${font}`;
  const ramp = RAMPS.get(key) ?? byInk(charset, background, font);
  RAMPS.set(key, ramp);
  return ramp;
}

const RAMPS = new Map<string, readonly number[]>();

function byInk(charset: Charset, background: Background, font: FontName): readonly number[] {
  const { glyphs, tone, indexOf } = atlasFor(charset, background, font);
  const codeOf = (index: number): number => glyphs[index]!.codePointAt(0)!;
  // to the eye the two octants in checks are the same, and without one of them all have room in a byte beside the gray
  const chosen = [...CHARSET_GLYPHS[charset]].map(indexOf).filter((index) => glyphs.length < 256 || index !== CHECKS);
  return chosen.sort((a, b) => tone[a]! - tone[b]! || codeOf(a) - codeOf(b));
}

const CHECKS = 0b10011001;
