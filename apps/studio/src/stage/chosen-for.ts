import type { Proof } from "../darkroom/darkroom.ts";
import type { Cell } from "./cells.ts";
import { contourAngle } from "./contour-angle.ts";

/**
 * Why a cell has its glyph, as far as a proof can tell:
 * - contour: the glyph is one of the four directional ones, and the picture's own contour through the cell, measured on
 *   the tones around it, runs its way;
 * - tone: no glyph of the codebook has an ink between its own and what the cell's tone asks for: the nearest glyphs on
 *   both sides, which the search mixes to tones that lie between them;
 * - structure: neither, so it was preferred to glyphs of nearer ink for where its ink lies in the cell.
 * Line art has no tone to match, and error diffusion matches nothing else.
 */
export const chosenFor = (proof: Proof, cell: Cell, glyph: string, wanted: number): string => {
  const { params, glyphs } = proof;
  if (params.dither) return "dithered tone";
  const along = DIRECTIONS[glyph];
  const angle = along === undefined ? null : contourAngle(proof, cell);
  if (along !== undefined && angle !== null && between(along, angle) <= SECTOR)
    return `contour at ${Math.round(angle)}°`;
  if (params.edges) return glyph === " " ? "no contour" : "structure";
  return isNext(glyphs.inks, glyphs.codebook.indexOf(glyph), wanted) ? "tone" : "structure";
};

/** Degrees that a directional glyph stands for (specification 2.2). */
const DIRECTIONS: Readonly<Record<string, number>> = { "-": 0, "/": 45, "|": 90, "\\": 135 };

/** Half of the sector that each of the four stands for is 22.5; the neighbors see the contour a little less exactly. */
const SECTOR = 30;

const between = (one: number, other: number): number => {
  const apart = Math.abs(one - other) % 180;
  return Math.min(apart, 180 - apart);
};

/** Bins of the evidence's histogram are this wide: what lies closer together is the same. */
const BIN = 1 / 255;

const isNext = (inks: readonly number[], index: number, wanted: number): boolean => {
  const own = inks[index] ?? 2;
  const low = Math.min(own, wanted) + BIN;
  const high = Math.max(own, wanted) - BIN;
  return !inks.some((ink) => ink > low && ink < high);
};
