import { ATLAS } from "./atlas.ts";

/**
 * How unevenly a glyph spreads its light over the cell: the variance of its light over 2 × 4 parts, against the square of
 * `densest`. Uneven glyphs draw stripes between rows and columns, so a codebook that can choose avoids them.
 */
export const unevenness = (glyph: number, densest: number): number => VARIANCES[glyph]! / (densest * densest);

const varianceOf = (glyph: number): number => {
  let sum = 0;
  for (let part = 0; part < PARTS_ACROSS * PARTS_DOWN; part++) {
    const difference = partLight(glyph, part % PARTS_ACROSS, Math.floor(part / PARTS_ACROSS)) - ATLAS.tone[glyph]!;
    sum += difference * difference;
  }
  return sum / (PARTS_ACROSS * PARTS_DOWN);
};

const PARTS_ACROSS = 2;
const PARTS_DOWN = 4;

const partLight = (glyph: number, column: number, row: number): number => {
  const width = ATLAS.columns / PARTS_ACROSS;
  const height = ATLAS.rows / PARTS_DOWN;
  let sum = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      sum += ATLAS.light[(glyph * ATLAS.rows + row * height + y) * ATLAS.columns + column * width + x]!;
    }
  }
  return sum / (width * height);
};

const VARIANCES = Float64Array.from(ATLAS.glyphs, (_, glyph) => varianceOf(glyph));
