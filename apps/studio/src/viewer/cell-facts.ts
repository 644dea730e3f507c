import type { GlyphEvidence, RenderParams } from "@lumiglyph/contract";
import { isFlipped } from "@lumiglyph/engine";
import type { Preview } from "../worker/preview.ts";
import type { Cell } from "./cells.ts";

/** The loupe's facts about a cell. */
type CellFacts = {
  readonly glyph: string;
  /** The glyph's name. */
  readonly name: string;
  /** Relative luminance of the cell's part of the picture: linear light, 0 to 1. */
  readonly luminance: number;
  /** Linear light of the glyph; the charset's densest glyph is 1. */
  readonly ink: number;
  readonly chosenFor: string;
};

/** Describes a cell; null if it does not exist. */
export type FactsOf = (cell: Cell) => CellFacts | null;

/** Describes the cells of a preview. */
export const cellFacts = (preview: Preview): FactsOf => {
  const wanted = wantedInk(preview);
  return (cell) => {
    const glyph = [...(preview.lines[cell.row] ?? "")][cell.column];
    if (glyph === undefined) return null;
    const tone = preview.tones[cell.row * preview.size.columns + cell.column]!;
    return {
      glyph,
      name: glyphName(glyph),
      luminance: toLight(tone),
      ink: inkOf(preview, glyph),
      chosenFor: chosenFor(preview, cell, glyph, wanted(tone)),
    };
  };
};

/** Linear light of an sRGB-encoded value, IEC 61966-2-1. */
const toLight = (encoded: number): number =>
  encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;

const inkOf = ({ glyphs: { codebook, inks, contours } }: Preview, glyph: string): number =>
  inks[[...codebook].indexOf(glyph)] ?? contours.inks[contours.glyphs.indexOf(glyph)] ?? 0;

/**
 * Angle of the contour through a cell, 0 to 180 degrees counterclockwise from the horizontal, from the differences of
 * its neighbors' tones; null where the picture is flat.
 */
export const contourAngle = ({ tones, size, levels }: Preview, { column, row }: Cell): number | null => {
  const tone = (x: number, y: number): number =>
    tones[Math.min(size.rows - 1, Math.max(0, y)) * size.columns + Math.min(size.columns - 1, Math.max(0, x))]!;
  const across = tone(column + 1, row) - tone(column - 1, row);
  // a cell is twice as high as wide
  const down = (tone(column, row + 1) - tone(column, row - 1)) / 2;
  if (Math.hypot(across, down) < FLAT * (levels.white - levels.black)) return null;
  const angle = (Math.atan2(across, down) * 180) / Math.PI;
  return (angle + 360) % 180;
};

/**
 * Difference across two cells, as a share of the picture's range, below which it counts as noise: the engine's own
 * limit per sample.
 */
const FLAT = 0.04;

/** A glyph's spoken name, because many screen readers skip punctuation. Letters and digits need none. */
const glyphName = (glyph: string): string => NAMES[glyph] ?? glyph;

const NAMES: Readonly<Record<string, string>> = {
  " ": "blank",
  "!": "exclamation mark",
  '"': "quotes",
  "#": "number sign",
  $: "dollar",
  "%": "percent",
  "&": "ampersand",
  "'": "apostrophe",
  "(": "left parenthesis",
  ")": "right parenthesis",
  "*": "asterisk",
  "+": "plus",
  ",": "comma",
  "-": "hyphen",
  ".": "period",
  "/": "slash",
  ":": "colon",
  ";": "semicolon",
  "<": "less than",
  "=": "equals",
  ">": "greater than",
  "?": "question mark",
  "@": "at",
  "[": "left bracket",
  "\\": "backslash",
  "]": "right bracket",
  "^": "caret",
  _: "underscore",
  "`": "backtick",
  "{": "left brace",
  "|": "vertical bar",
  "}": "right brace",
  "~": "tilde",
  "░": "light shade",
  "▒": "medium shade",
  "▓": "dark shade",
  "█": "full block",
};

/** The parts of a preview that it needs. */
type InkInputs = {
  readonly tones: Float32Array;
  readonly glyphs: Pick<GlyphEvidence, "tones">;
  readonly params: Pick<RenderParams, "invert" | "background">;
};

/**
 * The ink that a tone asks for: linear light, the densest glyph being 1. A preview has no value per
 * cell. But levels and the tone curve preserve the order of tones (or reverse it), and the evidence
 * has the histogram of requested light. So a tone brighter than some share of the cells asks for
 * the light brighter than the same share of the histogram.
 */
export const wantedInk = ({ tones, glyphs, params }: InkInputs) => {
  const counts = counted(tones);
  const cells = tones.length;
  return (tone: number): number => {
    const bin = binOf(tone);
    const darker = counts.subarray(0, bin).reduce((sum, count) => sum + count, 0) + counts[bin]! / 2;
    const rank = isFlipped(params) ? cells - darker : darker;
    return lightOfRank(glyphs.tones, rank);
  };
};

const BINS = 1024;

const binOf = (tone: number): number => Math.min(BINS - 1, Math.max(0, Math.floor(tone * BINS)));

const counted = (tones: Float32Array): Uint32Array => {
  const counts = new Uint32Array(BINS);
  for (const tone of tones) counts[binOf(tone)]!++;
  return counts;
};

/** The light, 0 to 1, of the cell with this many darker ones. */
const lightOfRank = (histogram: readonly number[], rank: number): number => {
  let darker = 0;
  const bin = histogram.findIndex((count) => {
    darker += count;
    return darker > rank;
  });
  return bin < 0 ? 1 : bin / (histogram.length - 1);
};

/**
 * Why a cell has its glyph, as far as a preview shows:
 * - contour: a directional glyph that follows the picture's contour through the cell, measured on
 *   the tones around it;
 * - tone: no glyph of the codebook has an ink between this one's and the requested one, so it is
 *   the nearest on its side, and the search mixes both sides to tones in between;
 * - structure: neither, so its shape was preferred to glyphs of nearer ink.
 * Line art has no tone to match, and error diffusion matches nothing else.
 */
export const chosenFor = (preview: Preview, cell: Cell, glyph: string, wanted: number): string => {
  const { params, glyphs } = preview;
  if (params.dither) return "dithered tone";
  const along = DIRECTIONS[glyph];
  const angle = along === undefined ? null : contourAngle(preview, cell);
  if (along !== undefined && angle !== null && between(along, angle) <= SECTOR)
    return `contour at ${Math.round(angle)}°`;
  if (params.edges) return glyph === " " ? "no contour" : "structure";
  return isNext(glyphs.inks, [...glyphs.codebook].indexOf(glyph), wanted) ? "tone" : "structure";
};

/** Direction of each directional glyph in degrees (specification 2.2). */
const DIRECTIONS: Readonly<Record<string, number>> = { "-": 0, "/": 45, "|": 90, "\\": 135 };

/** Half of each glyph's sector is 22.5; the neighbors show the contour less exactly. */
const SECTOR = 30;

const between = (one: number, other: number): number => {
  const apart = Math.abs(one - other) % 180;
  return Math.min(apart, 180 - apart);
};

/** Width of a histogram bin: differences below it do not count. */
const BIN = 1 / 255;

const isNext = (inks: readonly number[], index: number, wanted: number): boolean => {
  const own = inks[index] ?? 2;
  const low = Math.min(own, wanted) + BIN;
  const high = Math.max(own, wanted) - BIN;
  return !inks.some((ink) => ink > low && ink < high);
};
