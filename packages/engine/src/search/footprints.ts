import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import type { Atlas } from "../glyphs/atlas.ts";
import { blurTaps, gaussianBetween } from "../math/gaussian.ts";

/** Samples by which the eye's blur spreads a glyph's light beyond its cell, on each side. */
export const MARGIN = 3;

/** Size of a glyph's footprint: the samples that it lights. */
export const FOOT_WIDTH = CELL_WIDTH + 2 * MARGIN;
export const FOOT_HEIGHT = CELL_HEIGHT + 2 * MARGIN;
export const FOOT = FOOT_WIDTH * FOOT_HEIGHT;

/** Blur of the eye in the near view: half a cell's width, in samples. */
export const EYE_SIGMA = 1;

/** The same for a picture: a sample is already the mean of a square, which is a blur of variance 1/12. */
export const EYE: Float32Array = blurTaps(Math.sqrt(EYE_SIGMA * EYE_SIGMA - 1 / 12));

/** Returns `make` as a function that computes only once for each atlas or codebook. */
export const once = <Of extends object, Made>(make: (of: Of) => Made): ((of: Of) => Made) => {
  const known = new WeakMap<Of, { readonly made: Made }>();
  return (of) => {
    const { made } = known.get(of) ?? { made: make(of) };
    known.set(of, { made });
    return made;
  };
};

/** Light of every glyph of an atlas on the samples of its footprint, blurred by the eye. */
export const footprintsOf: (atlas: Atlas) => Float64Array = once(footprints);

function footprints({ glyphs, columns, rows, light }: Atlas): Float64Array {
  const across = shares(FOOT_WIDTH, columns, CELL_WIDTH);
  const down = shares(FOOT_HEIGHT, rows, CELL_HEIGHT);
  const out = new Float64Array(glyphs.length * FOOT);
  for (let glyph = 0; glyph < glyphs.length; glyph++) {
    for (let y = 0; y < FOOT_HEIGHT; y++) {
      for (let x = 0; x < FOOT_WIDTH; x++) {
        let sum = 0;
        for (let j = 0; j < rows; j++) {
          for (let i = 0; i < columns; i++) {
            sum += down[y]![j]! * across[x]![i]! * light[(glyph * rows + j) * columns + i]!;
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
