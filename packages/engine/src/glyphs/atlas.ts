import { decodeBase64 } from "@lumiglyph/contract";
import { CALIBRATION } from "./generated/calibration.ts";

/** The measured light of every glyph the engine can write; a glyph's index is its place in `glyphs`. */
export type Atlas = {
  /** Names the measurement, so that a result can say which one it was made with. */
  readonly id: string;
  readonly glyphs: readonly string[];
  /** Parts of the cell in each row of a glyph's grid. */
  readonly columns: number;
  /** Rows of a glyph's grid. */
  readonly rows: number;
  /** Linear light, 0 to 1: `columns × rows` values a glyph, row by row from the top left. */
  readonly light: Float64Array;
  /** Mean linear light of each glyph: its ink. */
  readonly tone: Float64Array;
  /** The index of a glyph, or −1 for one that was not measured. */
  readonly indexOf: (glyph: string) => number;
};

/** The calibration that comes with the engine, decoded. */
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
