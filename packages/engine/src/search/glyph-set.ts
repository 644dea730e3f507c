import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { FOOT, FOOT_WIDTH, FOOTPRINTS, MARGIN } from "./footprints.ts";

/** Candidates are compared on the cell's samples and one more on each side: as good as the whole footprint, 3 × cheaper. */
const REACH = 1;
export const INNER_WIDTH = CELL_WIDTH + 2 * REACH;
export const INNER_HEIGHT = CELL_HEIGHT + 2 * REACH;
export const INNER = INNER_WIDTH * INNER_HEIGHT;

/** Where the inner samples begin within the footprint, in both directions. */
export const INNER_OFFSET = MARGIN - REACH;

/** Steps of the table that finds the glyph nearest to a light. */
export const NEAR_STEPS = 512;

/**
 * What the search knows of the glyphs it may use, darkest first. Entry `count` is the gray: no glyph, but their mean shape.
 * Past it are glyphs that cells may have and never get.
 */
export type GlyphSet = {
  readonly count: number;
  /** Mean light of each glyph. */
  readonly tone: Float32Array;
  /** Light over the footprint, `FOOT` numbers a glyph. */
  readonly foot: Float32Array;
  /** Light over the inner samples, `INNER` numbers a glyph. */
  readonly inner: Float32Array;
  /** The glyph nearest to a light of step / `NEAR_STEPS` × the densest. */
  readonly near: Uint8Array;
  readonly densest: number;
  /** Below this light a lone first glyph costs more than it brings: the search would leave the cell blank. */
  readonly floor: number;
};

/** The set of these glyphs of the atlas, given darkest first, and of some that it knows but does not use. */
export const glyphSet = (glyphs: readonly number[], retired: readonly number[] = []): GlyphSet => {
  const count = glyphs.length;
  const entries = count + 1 + retired.length;
  const foot = new Float32Array(entries * FOOT);
  const lay = (glyph: number, entry: number): void =>
    foot.set(FOOTPRINTS.subarray(glyph * FOOT, (glyph + 1) * FOOT), entry * FOOT);
  for (const [entry, glyph] of glyphs.entries()) lay(glyph, entry);
  foot.set(GRAY, count * FOOT);
  for (const [index, glyph] of retired.entries()) lay(glyph, count + 1 + index);
  const tone = Float32Array.from(glyphs, (glyph) => ATLAS.tone[glyph]!);
  const densest = tone[count - 1]!;
  return {
    count,
    tone,
    foot,
    inner: innerOf(foot, entries),
    near: nearTable(tone),
    densest,
    floor: floorOf(foot, count),
  };
};

/** Footprint of a featureless cell of unit light: the mean shape of all glyphs. */
const GRAY: Float64Array = (() => {
  const sum = new Float64Array(FOOT);
  let light = 0;
  for (let glyph = 0; glyph < ATLAS.glyphs.length; glyph++) {
    if (ATLAS.glyphs[glyph]! > "~") continue;
    light += ATLAS.tone[glyph]!;
    for (let i = 0; i < FOOT; i++) sum[i] = sum[i]! + FOOTPRINTS[glyph * FOOT + i]!;
  }
  return sum.map((value) => value / light);
})();

const innerOf = (foot: Float32Array, count: number): Float32Array => {
  const inner = new Float32Array(count * INNER);
  for (let g = 0, to = 0; g < count; g++) {
    for (let y = 0; y < INNER_HEIGHT; y++) {
      const from = g * FOOT + (INNER_OFFSET + y) * FOOT_WIDTH + INNER_OFFSET;
      inner.set(foot.subarray(from, from + INNER_WIDTH), to);
      to += INNER_WIDTH;
    }
  }
  return inner;
};

const nearTable = (tone: Float32Array): Uint8Array => {
  const densest = tone[tone.length - 1]!;
  let glyph = 0;
  return Uint8Array.from({ length: NEAR_STEPS + 1 }, (_, step) => {
    const light = (step / NEAR_STEPS) * densest;
    while (glyph + 1 < tone.length && Math.abs(tone[glyph + 1]! - light) <= Math.abs(tone[glyph]! - light)) glyph++;
    return glyph;
  });
};

const floorOf = (foot: Float32Array, count: number): number => {
  if (count < 2) return 0;
  let light = 0;
  let energy = 0;
  for (let i = FOOT; i < 2 * FOOT; i++) {
    light += foot[i]!;
    energy += foot[i]! * foot[i]!;
  }
  return energy / light / 2;
};
