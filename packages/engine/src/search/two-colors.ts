import type { GridSize } from "@lumiglyph/contract";
import { CELL_HEIGHT, CELL_WIDTH, cellMeans } from "../cells.ts";
import type { Atlas, Background } from "../glyphs/atlas.ts";
import { gaussianBetween } from "../math/gaussian.ts";
import { writeOklab } from "../math/oklab.ts";
import { LIGHT_OF_BYTE, toTone } from "../math/srgb.ts";
import type { Planes3 } from "../plane.ts";
import { EYE_SIGMA, FOOT, FOOT_HEIGHT, FOOT_WIDTH, footprintsOf, MARGIN } from "./footprints.ts";
import { INNER, INNER_OFFSET, INNER_WIDTH, REACH } from "./glyph-set.ts";
import { NEAR, type Palette } from "./palettes.ts";
import type { TwoColors } from "./two-color-page.ts";
import type { PairSweeper } from "./two-colors-sweep.ts";

/** What to search for. */
export type TwoColorTask = {
  /** Linear light on the working raster, as seen from reading distance. */
  readonly target: Planes3;
  readonly size: GridSize;
  readonly atlas: Atlas;
  /** The glyphs to choose from, as indexes into the atlas. */
  readonly glyphs: readonly number[];
  /** The share of a cell's color that its background has to carry. 1 leaves it free. */
  readonly fill: number;
  /** Glyph that a cell has to have, as an index into `glyphs`, or `FREE`. */
  readonly held: Uint8Array;
  /** Glyph whose error in a cell counts less, or `FREE`, and by how much. */
  readonly liked: Uint8Array;
  readonly worth: Float32Array;
  /** The colors to choose from; null for all. */
  readonly palette: Palette | null;
  /** 1 for each cell that is judged by its own color alone, so that even areas stay even; null for none. */
  readonly even: Uint8Array | null;
};

/** Value of `held` and `liked` for a cell without such a glyph. */
export const FREE = 255;

/** Glyphs to choose from, in two colors. */
type PairGlyphs = {
  /** Number of glyphs, and that rounded up to whole vectors. */
  readonly count: number;
  readonly room: number;
  /** Footprint of each glyph and of the whole cell in unit light. */
  readonly foot: Float32Array;
  readonly whole: Float32Array;
  /** The same on the inner samples: all first samples come first, `room` of them, then all second ones. */
  readonly inner: Float32Array;
  readonly inside: Float32Array;
  /** How firmly the background is kept at what it has to carry. */
  readonly firm: number;
  /** Product of the whole cell's footprint with itself. */
  readonly wholeWhole: number;
  /**
   * Five numbers for each glyph, `room` of each kind: the inverse of the matrix of the products (ground and ground, ground
   * and glyph, glyph and glyph), then the products of the glyph with the whole cell and with itself.
   */
  readonly fits: Float32Array;
  /** Buffers of a sweep: products of the error with each glyph, by channel; the least error of each glyph. */
  readonly products: Float32Array;
  readonly bounds: Float32Array;
};

/** A search for the glyphs and the two colors of all cells: page = ground × whole + more × glyph. */
export type PairSearch = PairGlyphs & {
  readonly size: GridSize;
  /** Index of each cell's glyph among `count`. */
  readonly cells: Uint8Array;
  /** Linear light of each cell's background, and what its glyph adds where it covers it; three numbers per cell. */
  readonly ground: Float32Array;
  readonly more: Float32Array;
  /** Mean color of each cell of the target, three numbers per cell, and the share of it that backgrounds have to carry. */
  readonly means: Float32Array;
  readonly fill: number;
  /** What the page's own background adds to that share. */
  readonly backing: number;
  /** Weight of a letter in light ink on black, relative to one as it was measured. */
  readonly heft: number;
  /** Index in the palette of the page's own background. */
  readonly backdrop: number;
  /** 1 for each cell that a sweep may change. */
  readonly dirty: Uint8Array;
  readonly held: Uint8Array;
  readonly liked: Uint8Array;
  readonly worth: Float32Array;
  /** What it is worth that a cell keeps its glyph. */
  readonly keep: number;
  readonly even: Uint8Array;
  /** How much errors of red, green and blue count in the choice, three numbers per cell. */
  readonly weights: Float32Array;
  readonly palette: Palette | null;
  /** Colors of the palette that are tried for each ink and background, at most `NEAR`; 0 without a palette. */
  readonly tries: number;
  /** Index of each ink in the palette. */
  readonly paints: Uint8Array;
  /** Light of the page as the eye sees it minus the target, a plane for each channel, with a margin and the ring around it. */
  readonly error: Float32Array;
  readonly plane: number;
  readonly stride: number;
};

/** Cells around the grid that repeat the outermost ones: all that light the inner samples of its cells. */
export const RING_ACROSS: number = Math.ceil((MARGIN + REACH) / CELL_WIDTH);
export const RING_DOWN: number = Math.ceil((MARGIN + REACH) / CELL_HEIGHT);

/**
 * The page whose light, blurred by the eye, is nearest to the target. Cell by cell it tries every glyph; for each, the two
 * best colors have a closed form, channel by channel. Errors that a cell leaves are seen by its neighbors, so that the page
 * is right as a whole.
 */
export const searchTwoColors = (
  task: TwoColorTask,
  sweeper: PairSweeper,
  { passes, colors }: { readonly passes: number; readonly colors: number } = { passes: 2, colors: NEAR },
): TwoColors => {
  const search = newPairSearch(task, colors);
  runPairs(search, sweeper, passes);
  return readPairs(search);
};

/** Searches the dirty cells of a page whose error is that of `clearError`. */
export const runPairs = (search: PairSearch, sweeper: PairSweeper, passes = 2): void => {
  sweeper.layPairs(search);
  for (let pass = 0; pass < passes; pass++) sweeper.sweepPairs(search, pass % 2 === 1);
};

/** A search whose cells are blank, in their mean colors. */
export const newPairSearch = (task: TwoColorTask, colors = NEAR): PairSearch => {
  const { target, size, atlas, glyphs, fill, held, liked, worth, palette } = task;
  const cells = size.columns * size.rows;
  const ground = new Float32Array(3 * cells);
  for (const [channel, plane] of target.entries()) {
    const means = cellMeans(plane, size);
    for (let cell = 0, to = channel; cell < cells; cell++, to += 3) ground[to] = means[cell]!;
  }
  const weights = new Float32Array(3 * cells);
  for (let cell = 0; cell < cells; cell++) writeWeights(ground, cell, weights);
  const page = emptyPage(size);
  clearError({ size, ...page }, target, ground);
  const paper = atlas.background === "light" ? 1 : 0;
  return {
    ...pairGlyphs(atlas, glyphs, fill),
    ...page,
    size,
    cells: new Uint8Array(cells),
    ground,
    more: new Float32Array(3 * cells),
    means: ground.slice(),
    fill: Math.fround(fill),
    backing: Math.fround((1 - fill) * paper),
    heft: heftOn(atlas.background),
    backdrop: paper === 0 ? 0 : (palette?.white ?? 0),
    dirty: new Uint8Array(cells).fill(1),
    held,
    liked,
    worth,
    keep: 0,
    even: task.even ?? new Uint8Array(cells),
    weights,
    palette,
    tries: palette === null ? 0 : colors,
    paints: new Uint8Array(cells),
  };
};

/** Writes the squares of what red, green and blue light change in OKLab around a cell's color, relative to their sum. */
export const writeWeights = (colors: Float32Array, cell: number, weights: Float32Array): void => {
  const at = 3 * cell;
  const [red, green, blue] = [colors[at]! + DARK, colors[at + 1]! + DARK, colors[at + 2]! + DARK];
  writeOklab(red, green, blue, LAB, 0);
  writeOklab(red + DARK, green, blue, LAB, 3);
  writeOklab(red, green + DARK, blue, LAB, 6);
  writeOklab(red, green, blue + DARK, LAB, 9);
  let sum = 0;
  for (let channel = 0; channel < 3; channel++) {
    const of = 3 * channel + 3;
    const [l, a, b] = [LAB[of]! - LAB[0]!, LAB[of + 1]! - LAB[1]!, LAB[of + 2]! - LAB[2]!];
    weights[at + channel] = l * l + a * a + b * b;
    sum += weights[at + channel]!;
  }
  for (let i = at; i < at + 3; i++) weights[i] = weights[i]! / sum;
};

const LAB = new Float64Array(12);

/** Light that nobody sees beside others. */
const DARK = 0.01;

/** What a search has found. */
export const readPairs = ({ cells, ground, more, heft, palette, paints }: PairSearch): TwoColors => {
  if (palette !== null) {
    const inks = more.map((_, i) => palette.light[3 * paints[Math.floor(i / 3)]! + (i % 3)]!);
    return { cells, grounds: ground, more, inks };
  }
  const inks = more.map((light, i) => inkFor(light / heft, ground[i]!));
  // what letters add in these inks, which may be less than they should
  const shown = inks.map((ink, i) => heft * letterWeight(ink, ground[i]!) * (ink - ground[i]!));
  return { cells, grounds: ground, more: shown, inks };
};

/** The ink, of those that a byte can have, in which a letter comes nearest to adding so much to its background. */
const inkFor = (more: number, ground: number): number => {
  const tone = toTone(ground);
  const added = (byte: number): number => (1 + SOFT * (1 - byte / 255 + tone)) * (LIGHT_OF_BYTE[byte]! - ground);
  let [low, high] = [0, 255];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (added(middle) <= more) low = middle;
    else high = middle;
  }
  return LIGHT_OF_BYTE[more - added(low) <= added(high) - more ? low : high]!;
};

/**
 * The edges of letters are soft, and what shows them mixes two colors in sRGB values: compared with white on black, as
 * they were measured, letters weigh more on a background of nearly the same color, and dark letters on light weigh most.
 */
export const letterWeight = (ink: number, ground: number): number => 1 + SOFT * (1 - toTone(ink) + toTone(ground));

/** Weight of a letter in light ink on black, relative to one as it was measured. */
export const heftOn = (background: Background): number => (background === "dark" ? 1 : Math.fround(1 / (1 + 2 * SOFT)));

/** Weight of the soft edges of a usual letter: its coverage over its light in white on black, less 1. */
export const SOFT = 0.4;

/** The glyphs as a search needs them. */
const pairGlyphs = (atlas: Atlas, glyphs: readonly number[], fill: number): PairGlyphs => {
  const footprints = footprintsOf(atlas);
  const count = glyphs.length;
  const room = wholeVectors(count);
  const foot = new Float32Array(count * FOOT);
  glyphs.forEach((glyph, entry) => {
    for (let i = 0; i < FOOT; i++) foot[entry * FOOT + i] = (footprints[glyph * FOOT + i]! * EVENED[i]!) / atlas.full;
  });
  const inner = new Float32Array(INNER * room);
  for (let k = 0; k < INNER; k++) {
    for (let entry = 0; entry < count; entry++) inner[k * room + entry] = foot[entry * FOOT + sampleOf(k)]!;
  }
  const inside = Float32Array.from({ length: INNER }, (_, k) => WHOLE_CELL[sampleOf(k)]!);
  const firm = FIRM * (1 - fill);
  const calm = CALM * fill ** 8;
  const wholeWhole = inside.reduce((sum, light) => sum + light * light, firm);
  const fits = new Float32Array(5 * room);
  for (let entry = 0; entry < count; entry++) {
    let [wg, gg] = [0, calm];
    for (let k = 0; k < INNER; k++) {
      const light = foot[entry * FOOT + sampleOf(k)]!;
      wg += inside[k]! * light;
      gg += light * light;
    }
    const determinant = wholeWhole * gg - wg * wg;
    // a blank and a full cell have one color
    const isPlain = determinant < PLAIN * wholeWhole * Math.max(gg, PLAIN);
    const free = isPlain ? [1 / wholeWhole, 0, 0] : [gg / determinant, -wg / determinant, wholeWhole / determinant];
    // without any share, the background is the page's
    const inverse = fill > 0 ? free : [0, 0, gg > PLAIN ? 1 / gg : 0];
    [...inverse, wg, gg].forEach((number, kind) => {
      fits[kind * room + entry] = number;
    });
  }
  return {
    ...{ count, room, foot, whole: WHOLE_CELL, inner, inside },
    ...{ firm: Math.fround(firm), wholeWhole: Math.fround(wholeWhole), fits },
    products: new Float32Array(3 * room),
    bounds: new Float32Array(room),
  };
};

/** Numbers in a vector. */
export const LANES = 4;

const wholeVectors = (count: number): number => Math.ceil(count / LANES) * LANES;

/** Index within the footprint of an inner sample. */
const sampleOf = (k: number): number =>
  (Math.floor(k / INNER_WIDTH) + INNER_OFFSET) * FOOT_WIDTH + (k % INNER_WIDTH) + INNER_OFFSET;

/** Shares of a cell's light along one axis of its footprint, and what makes cells side by side add up to exactly 1. */
const axis = (samples: number, cell: number): { readonly share: number; readonly whole: number }[] => {
  const shares = Array.from({ length: samples }, (_, i) => gaussianBetween(0, cell, i - MARGIN + 0.5, EYE_SIGMA));
  return shares.map((share, i) => {
    const together = shares.reduce((sum, other, j) => ((i - j) % cell === 0 ? sum + other : sum), 0);
    return { share, whole: 1 / together };
  });
};

const ACROSS = axis(FOOT_WIDTH, CELL_WIDTH);
const DOWN = axis(FOOT_HEIGHT, CELL_HEIGHT);

/** The light that a footprint loses at its border, made up for. */
const EVENED = Float64Array.from(
  { length: FOOT },
  (_, i) => ACROSS[i % FOOT_WIDTH]!.whole * DOWN[Math.floor(i / FOOT_WIDTH)]!.whole,
);

/** Footprint of a whole cell in unit light. */
const WHOLE_CELL = Float32Array.from(
  { length: FOOT },
  (_, i) => EVENED[i]! * ACROSS[i % FOOT_WIDTH]!.share * DOWN[Math.floor(i / FOOT_WIDTH)]!.share,
);

/**
 * Weight of the contrast between a letter and its background: where a letter does not help, it is not seen. A background
 * that is held at its share leaves no choice.
 */
const CALM = 0.02;

/** Weight of the background's share against the error, in units of a cell's light. */
const FIRM = 3;

const PLAIN = 1e-6;

/** An empty page. */
const emptyPage = ({ columns, rows }: GridSize): Pick<PairSearch, "error" | "plane" | "stride"> => {
  const stride = (columns + 2 * RING_ACROSS) * CELL_WIDTH + 2 * MARGIN;
  const plane = stride * ((rows + 2 * RING_DOWN) * CELL_HEIGHT + 2 * MARGIN);
  return { error: new Float32Array(3 * plane), plane, stride };
};

/** Sets the error to that of a page that is dark inside the grid and repeats its outermost cells' means around it. */
export const clearError = (
  { size, error, plane, stride }: Pick<PairSearch, "size" | "error" | "plane" | "stride">,
  target: Planes3,
  means: Float32Array,
): void => {
  const { columns, rows } = size;
  for (const [channel, { width, height, data }] of target.entries()) {
    const own = error.subarray(channel * plane, (channel + 1) * plane);
    negate(data, width, height, own, stride);
    for (let row = -RING_DOWN; row < rows + RING_DOWN; row++) {
      const isInside = row >= 0 && row < rows;
      for (let column = -RING_ACROSS; column < columns + RING_ACROSS; column++) {
        if (isInside && column === 0) column = columns;
        const mean = means[3 * (clamp(row, rows) * columns + clamp(column, columns)) + channel]!;
        let at = (row + RING_DOWN) * CELL_HEIGHT * stride + (column + RING_ACROSS) * CELL_WIDTH;
        for (let y = 0, i = 0; y < FOOT_HEIGHT; y++, at += stride - FOOT_WIDTH) {
          for (let x = 0; x < FOOT_WIDTH; x++, i++, at++) own[at] = own[at]! + mean * WHOLE_CELL[i]!;
        }
      }
    }
  }
};

/** Writes the negative of a plane into a wider one, whose margins repeat its outermost samples. */
const negate = (data: Float32Array, width: number, height: number, out: Float32Array, stride: number): void => {
  const [left, top] = [MARGIN + RING_ACROSS * CELL_WIDTH, MARGIN + RING_DOWN * CELL_HEIGHT];
  for (let to = 0, y = -top; to < out.length; to += stride, y++) {
    const from = clamp(y, height) * width;
    out.fill(-data[from]!, to, to + left);
    for (let x = 0; x < width; x++) out[to + left + x] = -data[from + x]!;
    out.fill(-data[from + width - 1]!, to + left + width, to + stride);
  }
};

const clamp = (value: number, length: number): number => Math.min(length - 1, Math.max(0, value));
