import { ATLAS, toEncoded, toLight } from "@lumiglyph/engine";
import { coverageOf } from "./coverage.ts";
import type { Outlines } from "./outlines.ts";

/** Width of the cell in which the engine's glyphs were measured. */
const MEASURED_CELL = 8;

/**
 * How much of the ink each pixel of a letter takes, 0 to 255. The calibration blends coverage in sRGB values, as terminals do,
 * in cells 8 pixels wide. In narrower ones that would lose light; there the light of larger cells is averaged.
 */
export const letterAlpha = (outlines: Outlines, glyph: number, cell: number): Uint8Array<ArrayBuffer> => {
  const times = Math.ceil(MEASURED_CELL / cell);
  const coverage = coverageOf(outlines, glyph, cell * times);
  const curve = curveFor(coverage, ATLAS.tone[glyph]!, lowestIn(cell));
  for (let i = 0; i < coverage.length; i++) coverage[i] = curve[coverage[i]!]!;
  return times === 1 ? coverage : averaged(coverage, cell, times);
};

/** The farthest that the curve from coverage to ink is bent: to .5 ± .125 in its middle. */
const FARTHEST = 0.5;

/** The farthest that all of it is lowered, where bending does not do: to three quarters of the ink. */
const LOWEST = 0.25;

/** Widths of cells up to which letters are seen as tones, and from which on as strokes, which keep their ink. */
const TONES_CELL = 32;
const STROKES_CELL = 64;

/** How far the curve may be lowered in cells of a width. */
const lowestIn = (cell: number): number =>
  LOWEST * Math.min(1, Math.max(0, (STROKES_CELL - cell) / (STROKES_CELL - TONES_CELL)));

const HALVINGS = 8;

/**
 * The curve by which a letter gives the light that was measured. Which pixels a stroke falls on is an accident of the cell's
 * size, and may be worth a third of a letter's light.
 */
const curveFor = (coverage: Uint8Array, tone: number, lowest: number): Uint8Array => {
  const counts = new Uint32Array(256);
  for (let i = 0; i < coverage.length; i++) counts[coverage[i]!]!++;
  let [low, high] = [-FARTHEST - lowest, FARTHEST];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (lightOf(counts, curveOf(middle)) < tone * coverage.length) low = middle;
    else high = middle;
  }
  return curveOf((low + high) / 2);
};

/** A curve that gives little ink or much: straight at 0, bent up to `FARTHEST` either way, and below that lowered. */
const curveOf = (amount: number): Uint8Array => {
  const bend = Math.max(-FARTHEST, amount);
  const scale = 1 + amount - bend;
  const curve = new Uint8Array(256);
  for (let byte = 0; byte < 256; byte++) curve[byte] = Math.round(scale * byte * (1 + bend * (1 - byte / 255)));
  return curve;
};

const lightOf = (counts: Uint32Array, curve: Uint8Array): number => {
  let light = 0;
  for (let byte = 0; byte < 256; byte++) light += counts[byte]! * LIGHT[curve[byte]!]!;
  return light;
};

/** Value of #e5e5e5, the ink of the calibration. */
const INK = 0xe5 / 255;

/** Light of that ink for each share of it. */
const LIGHT = Float64Array.from({ length: 256 }, (_, byte) => toLight((INK * byte) / 255));

/** Each square of `times` × `times` pixels as one of the same light, `cell` of them a row. */
const averaged = (alpha: Uint8Array, cell: number, times: number): Uint8Array<ArrayBuffer> => {
  const light = new Float64Array(2 * cell * cell);
  for (let i = 0; i < alpha.length; i++) {
    const [x, y] = [i % (cell * times), Math.floor(i / (cell * times))];
    light[Math.floor(y / times) * cell + Math.floor(x / times)]! += toLight(alpha[i]! / 255) / (times * times);
  }
  return Uint8Array.from(light, (mean) => Math.round(255 * toEncoded(mean)));
};
