import { CELL_GRID, CELL_PARTS } from "../cells.ts";
import { toLight } from "../math/srgb.ts";
import type { FontProfile } from "./font-profile.ts";
import { INK, INK_LIGHT, idOf, isFamily, LIGHT_OF_STEP, LIGHT_STEPS } from "./fonts.ts";

/** Samples per pixel, across and down, in which characters are drawn to be measured. */
export const SAMPLES = 8;

/** A drawn character: the share of each sample of its cell that ink covers, 0 to 1, row by row. */
export type DrawnGlyph = {
  /** In samples, whole pixels. */
  readonly width: number;
  readonly height: number;
  readonly coverage: ArrayLike<number>;
};

/** Makes a profile from a font's printable ASCII characters, in the order of their codes. */
export const makeProfile = (families: readonly string[], drawn: readonly DrawnGlyph[]): FontProfile => {
  const pixels = drawn.map(pixelsOf);
  const light = packed(pixels.map((glyph) => averaged(glyph, onBlack)));
  const paper = packed(pixels.map((glyph) => averaged(glyph, onPaper)));
  return { id: idOf(light, paper), families: families.filter(isFamily), light, paper };
};

/**
 * Light lost to rounding in one part is added to a darker part of the same glyph, so the glyph's
 * total light stays exact.
 */
export const packed = (lights: readonly Float64Array[]): string =>
  lights
    .map((light) => {
      const parts = Array.from(light, () => LIGHT_STEPS[0]!);
      let rest = 0;
      for (const [part, own] of [...light.entries()].toSorted(([, a], [, b]) => b - a)) {
        if (own === 0) break;
        const wanted = Math.min(1, Math.max(0, own + rest));
        parts[part] = LIGHT_STEPS[Math.round(Math.sqrt(wanted) * (LIGHT_STEPS.length - 1))]!;
        rest += own - LIGHT_OF_STEP.get(parts[part])!;
      }
      return parts.join("");
    })
    .join("");

/** Light of a pixel covered to this share; on paper, the light that the ink takes away. */
type LightOfShare = (share: number) => number;

/** Terminals blend coverage in sRGB values; the screen emits their light, and light adds up. */
const onBlack: LightOfShare = (share) => toLight(share * INK) / INK_LIGHT;

/** Black ink on white paper. */
const onPaper: LightOfShare = (share) => 1 - toLight(1 - share);

/** The shares of a glyph's pixels that ink covers. */
const pixelsOf = ({ width, height, coverage }: DrawnGlyph): DrawnGlyph => {
  const [across, down] = [width / SAMPLES, height / SAMPLES];
  const shares = new Float64Array(across * down);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = Math.floor(y / SAMPLES) * across + Math.floor(x / SAMPLES);
      shares[pixel]! += coverage[y * width + x]! ** EDGE / (SAMPLES * SAMPLES);
    }
  }
  return { width: across, height: down, coverage: shares };
};

/**
 * Strokes look a little wider on screens than their outlines are: browsers and several terminals blend light text in
 * linear light, or widen its strokes. This exponent at the strokes' edges is Skia's.
 */
const EDGE = 1 / 2.2;

/** Mean light of each part of a cell, row by row, from the shares of its pixels that ink covers. */
const averaged = ({ width, height, coverage }: DrawnGlyph, light: LightOfShare): Float64Array => {
  const { columns, rows } = CELL_GRID;
  const means = new Float64Array(CELL_PARTS);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const own = light(coverage[y * width + x]!);
      if (own === 0) continue;
      // a pixel on the border of two parts lights both
      for (let row = Math.floor((y * rows) / height); row * height < (y + 1) * rows; row++) {
        for (let column = Math.floor((x * columns) / width); column * width < (x + 1) * columns; column++) {
          const down = overlap(y / height, 1 / height, row / rows, 1 / rows);
          const across = overlap(x / width, 1 / width, column / columns, 1 / columns);
          means[row * columns + column]! += own * down * rows * across * columns;
        }
      }
    }
  }
  return means;
};

/** Length of the overlap of two stretches. */
const overlap = (start: number, length: number, other: number, otherLength: number): number =>
  Math.max(0, Math.min(start + length, other + otherLength) - Math.max(start, other));
