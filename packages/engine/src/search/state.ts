import type { GridSize } from "@lumiglyph/contract";
import { cellMeans } from "../cells.ts";
import { toEncoded } from "../math/srgb.ts";
import type { Plane } from "../plane.ts";
import { MARGIN } from "./footprints.ts";
import type { GlyphSet } from "./glyph-set.ts";
import { sharesInside } from "./inside.ts";

/** What stands for "no glyph" where a cell names one. */
export const NO_GLYPH = 255;

/** What a cell would like for its own sake, beside its light. */
export type Leaning = {
  /** The glyph of the set that runs along the contour through each cell, or `NO_GLYPH`. */
  readonly along: Uint8Array;
  /** What that glyph is worth, in units of the error. */
  readonly prior: Float32Array;
};

/** Everything a sweep reads and changes, as flat arrays: the same whether TypeScript or WebAssembly walks over them. */
export type SearchState = Leaning & {
  readonly size: GridSize;
  readonly set: GlyphSet;
  /** Samples in a row of `error` and `weight`: the working raster with a margin, so that inner loops need no bounds. */
  readonly stride: number;
  /** Light drawn so far minus light wanted. */
  readonly error: Float32Array;
  /** How much an error counts: the squared slope of the perceptual curve at the wanted light, 0 in the margin. */
  readonly weight: Float32Array;
  /** Glyph of each cell; `set.count` while it is still gray. */
  readonly glyph: Uint8Array;
  /** Light of each cell's gray; 1 once it has a glyph. */
  readonly gain: Float32Array;
  /** Cells to look at in this sweep, and in the next one. */
  readonly dirty: Uint8Array;
  readonly next: Uint8Array;
  /** Cells that keep the glyph they have. */
  readonly held: Uint8Array;
};

/** A search that has not begun: every cell a gray of exactly the wanted light, but for those that must stay blank. */
export const newSearch = (
  target: Plane,
  size: GridSize,
  set: GlyphSet,
  { leaning, blanks }: { readonly leaning: Leaning | null; readonly blanks: Uint8Array | null },
): SearchState => {
  const stride = target.width + 2 * MARGIN;
  const samples = stride * (target.height + 2 * MARGIN);
  const cells = size.columns * size.rows;
  const state: SearchState = {
    size,
    set,
    stride,
    error: new Float32Array(samples),
    weight: new Float32Array(samples),
    glyph: new Uint8Array(cells).fill(set.count),
    gain: cellMeans(target, size),
    dirty: new Uint8Array(cells).fill(1),
    next: new Uint8Array(cells),
    held: blanks ?? new Uint8Array(cells),
    along: leaning?.along ?? new Uint8Array(cells).fill(NO_GLYPH),
    prior: leaning?.prior ?? new Float32Array(cells),
  };
  aimAt(state, target, insideOf(target), 0, 0, target.width, target.height);
  blankOut(state);
  return state;
};

/** Shares of the eye's blur inside the picture, by column and by row of its samples. */
export type Inside = { readonly across: Float64Array; readonly down: Float64Array };

export const insideOf = ({ width, height }: Plane): Inside => ({
  across: sharesInside(width),
  down: sharesInside(height),
});

/** Sets what is wanted of a rectangle of samples, as if nothing were drawn yet. */
export const aimAt = (
  { error, weight, stride }: Pick<SearchState, "error" | "weight" | "stride">,
  target: Plane,
  { across, down }: Inside,
  left: number,
  top: number,
  right: number,
  bottom: number,
): void => {
  for (let y = top; y < bottom; y++) {
    let from = y * target.width + left;
    for (let x = left, to = (y + MARGIN) * stride + MARGIN + left; x < right; x++, from++, to++) {
      const inside = across[x]! * down[y]!;
      const wanted = target.data[from]!;
      error[to] = -wanted * inside;
      weight[to] = weightOf(wanted) / (inside * inside);
    }
  }
};

const blankOut = ({ glyph, gain, held }: SearchState): void => {
  for (let cell = 0; cell < held.length; cell++) {
    if (held[cell] === 0) continue;
    glyph[cell] = 0;
    gain[cell] = 1;
  }
};

const WEIGHT_STEPS = 2048;
const BRIGHTEST_WEIGHED = 0.3;

/** Half the width over which the slope is taken, in light: without it the slope at black would count for everything. */
const SLOPE_WIDTH = 0.004;

const WEIGHTS = Float32Array.from({ length: WEIGHT_STEPS + 1 }, (_, step) => {
  const light = (step / WEIGHT_STEPS) * BRIGHTEST_WEIGHED;
  const darker = Math.max(0, light - SLOPE_WIDTH);
  const slope = (toEncoded(light + SLOPE_WIDTH) - toEncoded(darker)) / (light + SLOPE_WIDTH - darker);
  return slope * slope;
});

const weightOf = (light: number): number => {
  const step = (light * (WEIGHT_STEPS / BRIGHTEST_WEIGHED)) | 0;
  return WEIGHTS[Math.max(0, Math.min(WEIGHT_STEPS, step))]!;
};
