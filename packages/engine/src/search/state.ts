import type { GridSize } from "@lumiglyph/contract";
import { cellMeans } from "../cells.ts";
import type { Contours } from "../contours.ts";
import { STROKES } from "../glyphs/atlas.ts";
import { toEncoded } from "../math/srgb.ts";
import type { Plane } from "../plane.ts";
import { MARGIN } from "./footprints.ts";
import { type GlyphSet, nearest, SLOPE_WIDTH } from "./glyph-set.ts";
import { sharesInside } from "./grid-light.ts";

/** Value of a cell's glyph that means none. */
export const NO_GLYPH = 255;

/**
 * How much farther than the nearest glyph's light a candidate's may be from the wanted light, relative to the densest
 * glyph: a few steps of a short ramp. It spans more steps of a long ramp, where many glyphs share a tone.
 */
const toneSlack = (count: number): number => Math.max(0.12, 4 / count);

/** Target of each cell, independent of its neighbors. */
type CellGoals = {
  /** Wanted light of each cell, the glyph nearest to it, and the tolerance for other glyphs. */
  readonly wanted: Float32Array;
  readonly near: Uint8Array;
  readonly slack: Float32Array;
  /** Luminance of the brightest ink of each cell. Empty if all inks are white. */
  readonly most: Float32Array;
  /**
   * The stroke along the contour through each cell, or `NO_GLYPH`, and its bonus in units of the
   * error.
   */
  readonly along: Uint8Array;
  readonly worth: Float32Array;
};

/** Everything that a sweep reads and writes, as flat arrays for both TypeScript and WebAssembly. */
export type SearchState = CellGoals & {
  readonly size: GridSize;
  readonly set: GlyphSet;
  /** Samples in a row of `error` and `weight`, which have a margin so that inner loops need no bounds checks. */
  readonly stride: number;
  /** Rendered light minus wanted light. */
  readonly error: Float32Array;
  /** Weight of an error: the squared slope of the perceptual curve at the wanted light; 0 in the margin. */
  readonly weight: Float32Array;
  /** Glyph of each cell; `set.count` while it is still gray. */
  readonly glyph: Uint8Array;
  /** Light of each gray cell; luminance of the ink of a cell with a glyph. */
  readonly gain: Float32Array;
  /** Cells to visit in this sweep, and in the next. */
  readonly dirty: Uint8Array;
  readonly next: Uint8Array;
  /** Cells whose glyph is fixed. */
  readonly held: Uint8Array;
};

/** Brightest inks if all are white. */
const WHITE = new Float32Array(0);

/** Luminance of the faintest ink, relative to the brightest of its hue: its glyph can still be read on black. */
export const LEAST_INK = 0.04;

/**
 * Divides light between glyph and ink, both relative to their maximum: the glyph takes the fourth
 * root of the light, the ink the rest. Glyphs are dense wherever there is light, so that the inks
 * show the picture, not the glyphs. Codebooks and even areas use this split.
 */
export const glyphShare = (light: number): number => Math.sqrt(Math.sqrt(Math.max(0, light)));

/** The light for a glyph's share. */
export const lightOfShare = (share: number): number => share * share * share * share;

/** A new search: every cell is a gray of exactly the wanted light. `most` are the brightest inks in color. */
export const newSearch = (target: Plane, size: GridSize, set: GlyphSet, most: Float32Array = WHITE): SearchState => {
  const stride = target.width + 2 * MARGIN;
  const samples = stride * (target.height + 2 * MARGIN);
  const wanted = cellMeans(target, size);
  const cells = wanted.length;
  const state: SearchState = {
    size,
    set,
    stride,
    error: new Float32Array(samples),
    weight: new Float32Array(samples),
    glyph: new Uint8Array(cells).fill(set.count),
    gain: wanted.slice(),
    dirty: new Uint8Array(cells).fill(1),
    next: new Uint8Array(cells),
    held: new Uint8Array(cells),
    wanted,
    near: new Uint8Array(cells),
    slack: new Float32Array(cells),
    most,
    along: new Uint8Array(cells).fill(NO_GLYPH),
    worth: new Float32Array(cells),
  };
  for (let cell = 0; cell < cells; cell++) setWantedLight(state, cell, wanted[cell]!);
  setTarget(state, target, insideOf(target), 0, 0, target.width, target.height);
  return state;
};

/** Sets the light that a cell wants. */
export const setWantedLight = (state: SearchState, cell: number, light: number): void => {
  const { set, wanted, near, slack, most } = state;
  wanted[cell] = light;
  near[cell] = most.length === 0 ? nearest(set, light) : nearestInInk(set, light, most[cell]!);
  slack[cell] = Math.abs(set.tone[near[cell]!]! - light) + toneSlack(set.count) * set.densest;
};

/** The light that the glyph of an even area should have in white. */
const evenLight = ({ densest }: GlyphSet, light: number, most: number): number =>
  densest * Math.min(1, glyphShare(light / (densest * most)));

/** The glyph for an even area in color. It is blank only if the faintest glyph in its faintest ink is too bright. */
const nearestInInk = (set: GlyphSet, light: number, most: number): number => {
  const near = nearest(set, evenLight(set, light, most));
  const isDark = 2 * light < LEAST_INK * most * set.tone[set.faintest]!;
  return set.tone[near] === 0 && !isDark ? set.faintest : near;
};

/** Gives a cell a glyph that the search does not change, in the ink that gives the cell exactly its light. */
export const holdGlyph = (state: SearchState, cell: number, entry: number): void => {
  const { set, glyph, gain, dirty, held, wanted, most } = state;
  glyph[cell] = entry;
  gain[cell] = most.length === 0 ? 1 : inkFor(wanted[cell]!, set.tone[entry]!, most[cell]!);
  dirty[cell] = 0;
  held[cell] = 1;
};

/** Luminance of the ink with which a glyph gives a cell its light, as far as the hue and legibility allow. */
export const inkFor = (wanted: number, glyph: number, most: number): number =>
  Math.max(LEAST_INK * most, Math.min(most, glyph === 0 ? 1 : wanted / glyph));

/** Whether an even cell's current glyph is so close to the wanted tone that changing it would only flicker. */
const isNearEnough = ({ set, glyph, near, wanted, most }: SearchState, cell: number): boolean => {
  const now = glyph[cell]!;
  if (now >= set.count || set.stroke[now] !== 0) return false;
  const light = most.length === 0 ? wanted[cell]! : evenLight(set, wanted[cell]!, most[cell]!);
  const off = (entry: number): number => Math.abs(set.tone[entry]! - light);
  return off(now) <= off(near[cell]!) + FLICKER * set.densest;
};

const FLICKER = 0.02;

/**
 * Applies contours to the dirty cells. An even cell gets the glyph nearest to its tone, and none of its error is passed
 * on; on a contour of at least this clarity, the stroke along it gets extra worth.
 */
export const followContours = (state: SearchState, contours: Contours, worth: number, least = 0): void => {
  const { set, glyph, dirty, near, along, worth: worths } = state;
  const entries = STROKES.map((_, index) => set.direction.indexOf(index + 1));
  for (let cell = 0; cell < dirty.length; cell++) {
    if (dirty[cell] === 0) continue;
    if (contours.even[cell] === 1) {
      holdGlyph(state, cell, isNearEnough(state, cell) ? glyph[cell]! : near[cell]!);
      continue;
    }
    const entry = contours.strength[cell]! > least ? entries[contours.direction[cell]! - 1]! : -1;
    along[cell] = entry < 0 ? NO_GLYPH : entry;
    worths[cell] = entry < 0 ? 0 : worth * contours.strength[cell]!;
  }
};

/** Shares of the eye's blur that fall inside the picture, by column and by row of samples. */
export type Inside = { readonly across: Float64Array; readonly down: Float64Array };

/** Shares for a plane of this size. */
export const insideOf = ({ width, height }: Plane): Inside => ({
  across: sharesInside(width),
  down: sharesInside(height),
});

/** Sets the target of a rectangle of samples, as if nothing were rendered yet. */
export const setTarget = (
  { error, weight, stride, set }: Pick<SearchState, "error" | "weight" | "stride" | "set">,
  target: Plane,
  { across, down }: Inside,
  left: number,
  top: number,
  right: number,
  bottom: number,
): void => {
  const weightOf = set.background === "dark" ? weightOnBlack : weightOnPaper;
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

const WEIGHT_STEPS = 2048;
const BRIGHTEST_WEIGHED = 0.3;

/** The square of the perceptual curve's slope at a light. */
const steepness = (light: number): number => {
  const darker = Math.max(0, light - SLOPE_WIDTH);
  const slope = (toEncoded(light + SLOPE_WIDTH) - toEncoded(darker)) / (light + SLOPE_WIDTH - darker);
  return slope * slope;
};

const WEIGHTS = Float32Array.from({ length: WEIGHT_STEPS + 1 }, (_, step) =>
  steepness((step / WEIGHT_STEPS) * BRIGHTEST_WEIGHED),
);

const weightOnBlack = (light: number): number => {
  const step = (light * (WEIGHT_STEPS / BRIGHTEST_WEIGHED)) | 0;
  return WEIGHTS[Math.max(0, Math.min(WEIGHT_STEPS, step))]!;
};

/**
 * Weight of an error on paper relative to one on black. Characters on paper have less than half the
 * range of tones, so errors there are smaller; with this weight a stroke's bonus counts as on
 * black.
 */
const PAPER_WEIGHT = 8;

const PAPER_WEIGHTS = Float32Array.from(
  { length: WEIGHT_STEPS + 1 },
  (_, step) => PAPER_WEIGHT * steepness(1 - step / WEIGHT_STEPS),
);

const weightOnPaper = (taken: number): number =>
  PAPER_WEIGHTS[Math.max(0, Math.min(WEIGHT_STEPS, (taken * WEIGHT_STEPS) | 0))]!;
