import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import { ATLAS, type Atlas, type Background, STROKES } from "../glyphs/atlas.ts";
import { toTone } from "../math/srgb.ts";
import { FOOT, FOOT_HEIGHT, FOOT_WIDTH, footprintsOf, MARGIN, once } from "./footprints.ts";
import { toneOn } from "./target.ts";

/**
 * Candidates are compared on the samples of the cell and one more on each side: as good as the whole footprint at a third
 * of the cost.
 */
const REACH = 1;
export const INNER_WIDTH = CELL_WIDTH + 2 * REACH;
export const INNER_HEIGHT = CELL_HEIGHT + 2 * REACH;
export const INNER = INNER_WIDTH * INNER_HEIGHT;

/** Offset of the inner samples within the footprint, in both directions. */
export const INNER_OFFSET = MARGIN - REACH;

/**
 * The glyphs available to the search. Entry `count` is the gray, which is no glyph but their mean
 * shape. After it come retired glyphs, which cells may keep but no longer get.
 */
export type GlyphSet = {
  readonly count: number;
  /** Mean light of each glyph. */
  readonly tone: Float32Array;
  /** Light over the footprint, `FOOT` numbers per glyph. */
  readonly foot: Float32Array;
  /** Light over the inner samples, `INNER` numbers per glyph. */
  readonly inner: Float32Array;
  /** For a glyph that follows contours, their direction as in `Contours`; else 0. */
  readonly direction: Uint8Array;
  /** For a glyph that is used only along contours, never for its tone, what it costs elsewhere in units of `STRAY`; else 0. */
  readonly stroke: Uint8Array;
  /** The glyph for an even area, by step of tone. Read by `nearest`. */
  readonly near: Uint8Array;
  readonly densest: number;
  readonly background: Background;
  /** The glyph with the least light except the blank. */
  readonly faintest: number;
};

/**
 * Factor of `STRAY` in a coarse set, where a stroke would be the only glyph of its tone: hardly any
 * reduction of the error is worth so much.
 */
const SCARCE = 20;

/** Steps of tone from black to the densest glyph. */
const NEAR_STEPS = 1024;

/**
 * The set of a codebook's glyphs and strokes, given as indexes into the atlas; `strokes` is null if
 * contours are not followed. Retired glyphs are known but not used; strokes of a coarse set are for
 * contours alone. An inked set avoids glyphs that stripe even areas.
 */
export const glyphSet = (
  book: readonly number[],
  strokes: readonly number[] | null = null,
  retired: readonly number[] = [],
  atlas: Atlas = ATLAS,
  coarse = false,
  inked = false,
): GlyphSet => {
  const footprints = footprintsOf(atlas);
  const glyphs = [...book, ...(strokes ?? [])];
  const count = glyphs.length;
  const entries = count + 1 + retired.length;
  const foot = new Float32Array(entries * FOOT);
  const lay = (glyph: number, entry: number): void =>
    foot.set(footprints.subarray(glyph * FOOT, (glyph + 1) * FOOT), entry * FOOT);
  for (const [entry, glyph] of glyphs.entries()) lay(glyph, entry);
  foot.set(GRAY, count * FOOT);
  for (const [index, glyph] of retired.entries()) lay(glyph, count + 1 + index);
  const tone = Float32Array.from(glyphs, (glyph) => atlas.tone[glyph]!);
  const densest = Math.max(...tone);
  const direction = Uint8Array.from(glyphs, (glyph) => (strokes === null ? 0 : 1 + STROKES.indexOf(glyph)));
  const stroke = direction.map((index, entry) =>
    index > 0 && (entry >= book.length || isReplaceable(atlas, glyphs[entry]!, book)) ? (coarse ? SCARCE : 1) : 0,
  );
  const near = nearTable(atlas, glyphs, stroke, densest, roughnessOf(atlas, inked));
  const faintest = faintestOf(tone, stroke);
  const { background } = atlas;
  return { count, tone, foot, inner: innerOf(foot, entries), direction, stroke, near, densest, background, faintest };
};

/** The glyph for an even area of this light. */
export const nearest = ({ near, densest, background }: GlyphSet, light: number): number =>
  near[Math.min(NEAR_STEPS, (toneOn(light, background) / toneOn(densest, background)) * NEAR_STEPS + 0.5) | 0]!;

const faintestOf = (tone: Float32Array, stroke: Uint8Array): number => {
  const lit = tone.map((light, entry) => (light > 0 && stroke[entry] === 0 ? light : Number.POSITIVE_INFINITY));
  return lit.indexOf(Math.min(...lit));
};

/** Whether another glyph has about the same tone as a directional one, which is then not needed for its tone. */
const isReplaceable = ({ tone }: Atlas, glyph: number, glyphs: readonly number[]): boolean => {
  const own = tone[glyph]!;
  return glyphs.some((other) => !STROKES.includes(other) && Math.abs(tone[other]! - own) < ALIKE * own);
};

/** Difference in light, relative to a glyph's own, up to which two glyphs have about the same tone. */
const ALIKE = 0.3;

/** Footprint of a featureless cell of unit light: the mean shape of the ASCII glyphs. */
const GRAY: Float64Array = (() => {
  const sum = new Float64Array(FOOT);
  let light = 0;
  for (let glyph = 0; glyph < ATLAS.glyphs.length; glyph++) {
    if (ATLAS.glyphs[glyph]! > "~") continue;
    light += ATLAS.tone[glyph]!;
    for (let i = 0; i < FOOT; i++) sum[i] = sum[i]! + footprintsOf(ATLAS)[glyph * FOOT + i]!;
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

/**
 * The glyph that looks nearest: squared difference in tone, plus how rough the glyph makes an even area. Among
 * dozens of glyphs with nearly the same tone that is the smoothest; among a few glyphs it is the nearest in tone.
 */
const nearTable = (
  atlas: Atlas,
  glyphs: readonly number[],
  stroke: Uint8Array,
  densest: number,
  roughness: Float64Array,
): Uint8Array => {
  const { background } = atlas;
  const top = toneOn(densest, background);
  const tones = glyphs.map((glyph) => toneOn(atlas.tone[glyph]!, background));
  const ripples = glyphs.map((glyph) => {
    const light = atlas.tone[glyph]!;
    return roughness[glyph]! * slopeAt(background === "dark" ? light : 1 - light) ** 2;
  });
  return Uint8Array.from({ length: NEAR_STEPS + 1 }, (_, step) => {
    const seen = (step / NEAR_STEPS) * top;
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let entry = 0; entry < glyphs.length; entry++) {
      if (stroke[entry] !== 0) continue;
      const difference = tones[entry]! - seen;
      const error = difference * difference + ripples[entry]!;
      if (error >= least) continue;
      least = error;
      best = entry;
    }
    return best;
  });
};

/** Slope of the perceptual curve at a light. */
export const slopeAt = (light: number): number => {
  const darker = Math.max(0, light - SLOPE_WIDTH);
  return (toTone(light + SLOPE_WIDTH) - toTone(darker)) / (light + SLOPE_WIDTH - darker);
};

/** Half the width over which the slope is measured, in light. Without it the slope at black would dominate. */
export const SLOPE_WIDTH = 0.004;

/** How rough an even area of one glyph looks: by its ripples, or in color by its stripes. */
export const roughnessOf = (atlas: Atlas, inked: boolean): Float64Array => (inked ? stripesOf : ripplesOf)(atlas);

/**
 * How striped an even area of one glyph looks up close: the variance of the light of its rows and that of its columns.
 * Brackets and Z make walls, which from afar are smooth; round glyphs do not. A tenth, to compare with ripples.
 */
const stripesOf: (atlas: Atlas) => Float64Array = once(({ glyphs, columns, rows, light, tone }) =>
  Float64Array.from(glyphs, (_, glyph) => {
    const across = new Float64Array(columns);
    const down = new Float64Array(rows);
    for (let row = 0, at = glyph * columns * rows; row < rows; row++) {
      for (let column = 0; column < columns; column++, at++) {
        across[column] = across[column]! + light[at]! / rows;
        down[row] = down[row]! + light[at]! / columns;
      }
    }
    const variance = (lights: Float64Array): number =>
      lights.reduce((sum, own) => sum + (own - tone[glyph]!) ** 2, 0) / lights.length;
    return 0.1 * (variance(across) + variance(down));
  }),
);

/**
 * How rough an even area of one glyph looks: the variance of its light over the samples of a cell, as seen from reading
 * distance. Stems that join between rows are smooth; dots and underscores make stripes.
 */
export const ripplesOf: (atlas: Atlas) => Float64Array = once((atlas) =>
  Float64Array.from(atlas.glyphs, (_, glyph) => rippleOf(footprintsOf(atlas), glyph)),
);

function rippleOf(footprints: Float64Array, glyph: number): number {
  const light = new Float64Array(CELL_WIDTH * CELL_HEIGHT);
  for (let y = 0, from = glyph * FOOT; y < FOOT_HEIGHT; y++) {
    for (let x = 0; x < FOOT_WIDTH; x++, from++) {
      const at = wrapped(y, CELL_HEIGHT) * CELL_WIDTH + wrapped(x, CELL_WIDTH);
      light[at] = light[at]! + footprints[from]!;
    }
  }
  const mean = light.reduce((sum, value) => sum + value, 0) / light.length;
  return light.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / light.length;
}

/** The sample of the cell that a sample of the footprint falls on if all neighbors have the same glyph. */
function wrapped(sample: number, cell: number): number {
  return (sample - MARGIN + 4 * cell) % cell;
}
