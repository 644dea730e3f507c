import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { FOOT, FOOT_HEIGHT, FOOT_WIDTH, FOOTPRINTS, MARGIN } from "../search/footprints.ts";

/** Cells that a glyph is seen to light: its own and the eight around it. */
export const AROUND = 9;

/** Row of `SPREADS` for a glyph whose shape is not known: the mean of the printable ASCII glyphs. */
export const ANY_SHAPE = ATLAS.glyphs.length;

/**
 * How the eye's blur spreads the light of each glyph over the cells around it: `AROUND` shares a glyph that sum to 1, row
 * by row from the cell above on the left. A `_` gives much of its light to the cell below, a `'` to the one above.
 */
export const SPREADS: Float32Array = spreads();

function spreads(): Float32Array {
  const out = new Float32Array((ANY_SHAPE + 1) * AROUND);
  const all = new Float64Array(AROUND);
  for (let glyph = 0; glyph < ANY_SHAPE; glyph++) {
    const light = lightAround(glyph);
    out.set(shares(light), glyph * AROUND);
    if (ATLAS.glyphs[glyph]! <= "~") for (let i = 0; i < AROUND; i++) all[i] = all[i]! + light[i]!;
  }
  out.set(shares(all), ANY_SHAPE * AROUND);
  return out;
}

/** Light of the footprint's samples, summed by the cell that they lie in. */
function lightAround(glyph: number): Float64Array {
  const light = new Float64Array(AROUND);
  for (let y = 0, at = glyph * FOOT; y < FOOT_HEIGHT; y++) {
    for (let x = 0; x < FOOT_WIDTH; x++, at++) {
      const cell = 3 * neighbor(y, CELL_HEIGHT) + neighbor(x, CELL_WIDTH);
      light[cell] = light[cell]! + FOOTPRINTS[at]!;
    }
  }
  return light;
}

/** 0, 1 or 2 for a sample before, in or after the glyph's own cell; what reaches even farther is too little to tell apart. */
function neighbor(sample: number, cell: number): number {
  if (sample < MARGIN) return 0;
  return sample < MARGIN + cell ? 1 : 2;
}

function shares(light: Float64Array): Float64Array {
  const total = light.reduce((sum, value) => sum + value, 0);
  return total === 0 ? light : light.map((value) => value / total);
}
