import { type Charset, decodeBase64 } from "@lumiglyph/contract";
import { CALIBRATION } from "./generated/calibration.ts";

/** The measured light of every glyph the engine can write. A glyph's index is its position in `glyphs`. */
export type Atlas = {
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
  /** The index of a glyph, or −1 for one that was not measured. */
  readonly indexOf: (glyph: string) => number;
};

/** The built-in calibration, decoded. */
export const ATLAS: Atlas = atlasOf(CALIBRATION);

function atlasOf(calibration: typeof CALIBRATION): Atlas {
  const { columns, rows } = calibration.grid;
  const glyphs = [...calibration.glyphs];
  const places = new Map(glyphs.map((glyph, index) => [glyph, index]));
  const light = lightOf(decodeBase64(calibration.light), calibration.scale / calibration.levels);
  const tone = Float64Array.from(glyphs, (_, index) => mean(light, index * columns * rows, columns * rows));
  return { id: calibration.id, glyphs, columns, rows, light, tone, indexOf: (glyph) => places.get(glyph) ?? -1 };
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
  detailed: printableAscii(),
  blocks: " ░▒▓█",
  binary: " 01",
  // One to eight dots; each pattern is the most even spread of its number when the cell repeats in both directions.
  dots: " ⠐⠡⢔⢕⢵⣞⣯⣿",
  minimal: " .:#",
} as const satisfies Record<Charset, string>;

/** Every glyph of every charset once: ASCII by code point, then the shades, then the dots. */
export const ALL_GLYPHS: readonly string[] = [
  ...new Set(CHARSET_GLYPHS.detailed + CHARSET_GLYPHS.blocks + CHARSET_GLYPHS.dots),
];

function printableAscii(): string {
  return String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 0x20 + i));
}

/** The glyphs that run along a contour (specification 2.2), in the order of `Contours.direction`: 0°, 45°, 90° and 135°. */
export const DIRECTIONAL = ["-", "/", "|", "\\"] as const;

/** Their indexes into the atlas. */
export const STROKES: readonly number[] = DIRECTIONAL.map(ATLAS.indexOf);

/**
 * The charset's glyphs from least to most measured ink, as indexes into the atlas; ties are ordered by code point. The
 * first is always the blank, the only glyph without ink.
 */
export function rampOf(charset: Charset): readonly number[] {
  return RAMPS[charset];
}

const RAMPS: Readonly<Record<Charset, readonly number[]>> = {
  standard: byInk(CHARSET_GLYPHS.standard),
  detailed: byInk(CHARSET_GLYPHS.detailed),
  blocks: byInk(CHARSET_GLYPHS.blocks),
  binary: byInk(CHARSET_GLYPHS.binary),
  dots: byInk(CHARSET_GLYPHS.dots),
  minimal: byInk(CHARSET_GLYPHS.minimal),
};

function byInk(glyphs: string): readonly number[] {
  return [...glyphs].map(ATLAS.indexOf).sort((a, b) => ATLAS.tone[a]! - ATLAS.tone[b]! || codeOf(a) - codeOf(b));
}

function codeOf(index: number): number {
  return ATLAS.glyphs[index]!.codePointAt(0)!;
}
