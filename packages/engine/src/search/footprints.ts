import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { gaussianBetween } from "../math/gaussian.ts";

/** Samples by which the eye's blur spreads a glyph's light beyond its cell, on each side. */
export const MARGIN = 3;

/** Size of a glyph's footprint: the samples that it lights. */
export const FOOT_WIDTH = CELL_WIDTH + 2 * MARGIN;
export const FOOT_HEIGHT = CELL_HEIGHT + 2 * MARGIN;
export const FOOT = FOOT_WIDTH * FOOT_HEIGHT;

/** Blur of the eye in the near view: half a cell's width, in samples. */
export const EYE_SIGMA = 1;

/** Light of every glyph of the atlas on the samples of its footprint, blurred by the eye. */
export const FOOTPRINTS: Float64Array = footprints();

function footprints(): Float64Array {
  const across = shares(FOOT_WIDTH, ATLAS.columns, CELL_WIDTH);
  const down = shares(FOOT_HEIGHT, ATLAS.rows, CELL_HEIGHT);
  const out = new Float64Array(ATLAS.glyphs.length * FOOT);
  for (let glyph = 0; glyph < ATLAS.glyphs.length; glyph++) {
    for (let y = 0; y < FOOT_HEIGHT; y++) {
      for (let x = 0; x < FOOT_WIDTH; x++) {
        let sum = 0;
        for (let j = 0; j < ATLAS.rows; j++) {
          for (let i = 0; i < ATLAS.columns; i++) {
            sum += down[y]![j]! * across[x]![i]! * ATLAS.light[(glyph * ATLAS.rows + j) * ATLAS.columns + i]!;
          }
        }
        out[(glyph * FOOT_HEIGHT + y) * FOOT_WIDTH + x] = sum;
      }
    }
  }
  return out;
}

/** Share of the light of each part of a cell (`parts` over `cell` samples) that reaches each sample of the footprint. */
function shares(samples: number, parts: number, cell: number): readonly (readonly number[])[] {
  return Array.from({ length: samples }, (_, sample) =>
    Array.from({ length: parts }, (_, part) =>
      gaussianBetween((part * cell) / parts, ((part + 1) * cell) / parts, sample - MARGIN + 0.5, EYE_SIGMA),
    ),
  );
}
