import type { Charset, FontName, MosaicCharset, RenderParams } from "@lumiglyph/contract";
import { CELL_GRID, CELL_PARTS } from "../cells.ts";
import { toLight } from "../math/srgb.ts";
import type { FontProfile } from "./font-profile.ts";
import { INK, INK_LIGHT, lettersOf, PRINTABLE_ASCII, profileFor, spreadOf } from "./fonts.ts";
import { ANY } from "./generated/fonts/any.ts";
import { colorGlyphs, MOSAICS, SHAPES, type Shape } from "./mosaics.ts";

/** The background of a page. */
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
  /** Share of each part that a glyph covers, by which its ink and its background are mixed in sRGB values. */
  readonly cover: Float64Array;
  /** Mean linear light of each glyph: its ink coverage. */
  readonly tone: Float64Array;
  /** Variance of each glyph's mean light between the fonts that may show the page. */
  readonly spread: Float64Array;
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

/**
 * Glyphs that look the same in every font, because terminals draw them: the shades, then the dots.
 */
const DRAWN_GLYPHS: readonly string[] = [...CHARSET_GLYPHS.blocks.slice(1), ...CHARSET_GLYPHS.dots.slice(1)];

/** Every glyph but the mosaics', once: ASCII by code point, then those that terminals draw. */
export const ALL_GLYPHS: readonly string[] = [...CHARSET_GLYPHS.detailed, ...DRAWN_GLYPHS];

/** The lift of mid-tones by background: for any font, and for one that was measured. */
const ANY_LIFT = { dark: 0.975, light: 1.15 } as const;
export const FONT_LIFT = { dark: 0.94, light: 1.3 } as const;

/**
 * The atlas of a charset's glyphs in the font that displays them. Only letters depend on the font:
 * terminals draw shades and dots, and each mosaic has its own atlas. Throws if the font's profile
 * is not loaded.
 *
 * In color, a mosaic's atlas has the glyphs that it uses with a palette, then the full block. A
 * pattern has the same index in both, and all indexes are bytes.
 */
export function atlasFor(
  charset: Charset,
  background: Background = "dark",
  font: FontName = "any",
  inColor = false,
): Atlas {
  const own = isOneByte(charset) ? font : "any";
  const key = `${charset in MOSAICS ? `${charset} ${inColor}` : own} ${background}`;
  const atlas = ATLASES.get(key) ?? makeAtlas(charset, background, own, inColor);
  ATLASES.set(key, atlas);
  return atlas;
}

const ATLASES = new Map<string, Atlas>();

function makeAtlas(charset: Charset, background: Background, font: FontName, inColor: boolean): Atlas {
  const drawn = (glyphs: readonly string[], page: Background): readonly number[] =>
    glyphs.flatMap((glyph) => drawnLight(glyph, page));
  if (charset in MOSAICS) {
    const name = charset as MosaicCharset;
    const glyphs = inColor ? [...colorGlyphs(name, true), "█"] : MOSAICS[name].glyphs;
    return atlasOf(glyphs, (page) => Float64Array.from(drawn(glyphs, page)), background);
  }
  const profile = profileFor(font);
  const lightOn = (page: Background): Float64Array =>
    Float64Array.of(...lettersOf(profile ?? ANY, page), ...drawn(DRAWN_GLYPHS, page));
  return atlasOf(ALL_GLYPHS, lightOn, background, profile);
}

function atlasOf(
  glyphs: readonly string[],
  lightOn: (page: Background) => Float64Array,
  background: Background,
  profile: FontProfile | null = null,
): Atlas {
  const [dark, paper] = [lightOn("dark"), lightOn("light")];
  const light = background === "dark" ? dark : paper;
  // soft edges have too little light in white on black, and equally too much in black on white
  const cover = dark.map((own, part) => (own / INK_LIGHT + paper[part]!) / 2);
  const places = new Map(glyphs.map((glyph, index) => [glyph, index]));
  const tone = Float64Array.from(glyphs, (_, index) => mean(light, index * CELL_PARTS, CELL_PARTS));
  // on paper, where tones have half the range, calm textures matter more than exact tones
  const isCommon = profile === null && background === "dark";
  const spread = tone.map((own, index) => (isCommon ? (own * (spreadOf(ANY)[index] ?? 0)) ** 2 : 0));
  return {
    background,
    id: (profile ?? ANY).id,
    glyphs,
    ...CELL_GRID,
    light,
    cover,
    tone,
    spread,
    full: lightOfInk(1, background),
    lift: (profile === null ? ANY_LIFT : FONT_LIFT)[background],
    indexOf: (glyph) => places.get(glyph) ?? -1,
  };
}

/** Light of a part that a share of ink covers evenly, as a shade does in Alacritty and foot. Black ink takes all light. */
function lightOfInk(share: number, background: Background): number {
  return background === "dark" ? toLight(share * INK) : 1 - toLight(1 - share);
}

/**
 * Light of each part of a glyph that terminals draw themselves, so that neighbors join: blocks by their shapes; a dot is a
 * quarter of the cell wide and an eighth high, in the middle of its share of the cell (kitty), so that it covers a quarter of
 * each of four parts.
 */
function drawnLight(glyph: string, background: Background): readonly number[] {
  const shape = SHAPES.get(glyph);
  const dots = glyph.charCodeAt(0) - FIRST_DOTS;
  return Array.from({ length: CELL_PARTS }, (_, part) => {
    const [column, row] = [part % CELL_GRID.columns, Math.floor(part / CELL_GRID.columns)];
    if (shape !== undefined) return lightOfInk(shape.share, background) * covered(shape, column, row);
    const [right, line] = [column >= 2, row >> 1];
    const bit = line === 3 ? (right ? 7 : 6) : line + (right ? 3 : 0);
    return ((dots >> bit) & 1) * 0.25 * lightOfInk(1, background);
  });
}

/** The first of the 256 patterns of dots. Bits 0 to 2 are the upper dots on the left, 3 to 5 on the right, 6 and 7 the lowest. */
const FIRST_DOTS = 0x2800;

/** Share of a part of the cell that a shape covers. */
function covered({ across, down, bits }: Shape, column: number, row: number): number {
  let share = 0;
  for (let i = 0; i < across * down; i++) {
    if (((bits >> i) & 1) === 0) continue;
    const wide = overlap(column, CELL_GRID.columns, i % across, across);
    share += wide * overlap(row, CELL_GRID.rows, Math.floor(i / across), down);
  }
  return share;
}

/** Share of one of `parts` equal stretches that lies in one of `others` of the same whole. */
function overlap(part: number, parts: number, other: number, others: number): number {
  const end = Math.min((part + 1) / parts, (other + 1) / others);
  return Math.max(0, end - Math.max(part / parts, other / others)) * parts;
}

function mean(values: Float64Array, start: number, length: number): number {
  return values.subarray(start, start + length).reduce((sum, value) => sum + value, 0) / length;
}

/** Every glyph but the mosaics', in light ink on black, as it is for any font. */
export const ATLAS: Atlas = atlasFor("detailed");

/** The glyphs that run along a contour (specification 2.2), in the order of `Contours.direction`: 0°, 45°, 90° and 135°. */
export const DIRECTIONAL = ["-", "/", "|", "\\"] as const;

/** Indexes of the strokes in the atlas. */
export const STROKES: readonly number[] = DIRECTIONAL.map(ATLAS.indexOf);

/** Charsets that are not one-byte ASCII are neither reduced nor extended by strokes (answers 1.12). */
export function isOneByte(charset: Charset): boolean {
  return CHARSET_GLYPHS[charset].at(-1)! <= "~";
}

/**
 * The glyphs of a charset, or of custom characters, from least to most ink, as indexes into its
 * atlas; ties are ordered by code point. The first of a charset is always the blank, the only glyph
 * without ink.
 */
export function rampOf(
  charset: Charset,
  background: Background = "dark",
  font: FontName = "any",
  characters = "",
): readonly number[] {
  const key = `${charset} ${background} ${font} ${characters}`;
  const ramp = RAMPS.get(key) ?? (ownRamp.key === key ? ownRamp.ramp : null);
  if (ramp !== null) return ramp;
  const made = byInk(atlasFor(charset, background, font), characters || CHARSET_GLYPHS[charset]);
  if (characters === "") RAMPS.set(key, made);
  else ownRamp = { key, ramp: made };
  return made;
}

const RAMPS = new Map<string, readonly number[]>();

/** The last ramp of custom characters: there are too many to cache all. */
let ownRamp: { readonly key: string; readonly ramp: readonly number[] } = { key: "", ramp: [] };

/** Indexes of glyphs into their atlas, from least to most ink. */
export function byInk({ glyphs, tone, indexOf }: Atlas, chosen: Iterable<string>): number[] {
  const codeOf = (index: number): number => glyphs[index]!.codePointAt(0)!;
  // the two checkered octants look the same; without one of them all fit in a byte beside the gray
  const indexes = Array.from(chosen, indexOf).filter((index) => glyphs.length < 256 || index !== CHECKS);
  return indexes.sort((a, b) => tone[a]! - tone[b]! || codeOf(a) - codeOf(b));
}

const CHECKS = 0b10011001;
