import { DEFAULT_PARAMS, type GlyphEvidence, type RenderParams } from "@lumiglyph/contract";
import { atlasFor, rampOf } from "./atlas.ts";
import { relativeTones, rmseOf, TONE_BINS } from "./codebook.ts";

/** Decides which of two codebooks of the same size looks better. */
export type Taste = {
  /** Visual penalty of each tone's glyph, whatever the picture. */
  readonly burden: Float64Array;
  /** 1 for tones to avoid while a codebook of the same size without them stays within the limit. */
  readonly avoided: Uint8Array;
  /** Maps light, 0 to 1, to the perceptual scale. */
  readonly seen: (light: number) => number;
};

/**
 * The smallest subset of the tones (ascending) whose error over the histogram stays within the
 * limit, as indexes into the tones; all tones if even those exceed it. Exact: each light is served
 * by the nearest tone, so the best k tones that end in tone j are the best k − 1 that end in some
 * darker tone i, plus the cost of the light between i and j (Wu 1991, for palettes). Usually many
 * subsets of that size stay within the limit; taste and perceived error choose among them.
 */
export const smallestCodebook = (
  histogram: Uint32Array,
  tones: Float64Array,
  limit: number,
  taste: Taste | null = null,
): readonly number[] => {
  const holds = (book: readonly number[]): boolean => rmseOf(histogram, pick(tones, book)) <= limit;
  const error = costsOf(histogram, tones, (light) => light);
  const layers = [firstLayer(error.below)];
  let smallest = bookOf(layers, error.beyond);
  while (smallest.length < tones.length && !holds(smallest)) {
    layers.push(nextLayer(layers.at(-1)!, error, layers.length));
    smallest = bookOf(layers, error.beyond);
  }
  if (taste === null || smallest.length === tones.length) return smallest;
  const loads = taste.burden.map((burden) => burden / SEEN);
  const dislike = costsOf(histogram, tones, taste.seen, loads);
  const open = withinReach(layers, error, limit * limit * sumOf(histogram));
  const liked = open.map((tones) => tones.filter((tone) => taste.avoided[tone] === 0));
  for (const places of [liked, open]) {
    for (const weight of TASTE_WEIGHTS) {
      const book = mostTasteful(places, error, dislike, weight * SEEN);
      if (book !== null && holds(book)) return book;
    }
  }
  return smallest;
};

/** The least error over the histogram of any subset of 1, 2, 3 … of the tones, as measured by `rmseOf`. */
export const leastErrors = (histogram: Uint32Array, tones: Float64Array): readonly number[] => {
  const error = costsOf(histogram, tones, (light) => light);
  const layers: Layer[] = [];
  return Array.from(tones, (_, size) => {
    layers.push(size === 0 ? firstLayer(error.below) : nextLayer(layers.at(-1)!, error, size));
    return rmseOf(histogram, pick(tones, bookOf(layers, error.beyond)));
  });
};

/** Weight of taste against the squared error; the first that stays within the limit is used. */
const TASTE_WEIGHTS = [0.02, 0.01, 0.005, 0.0025, 0];

/** Weight of the perceived error against the burden. */
const SEEN = 7.5;

const pick = (tones: Float64Array, book: readonly number[]): Float64Array => Float64Array.from(book, (i) => tones[i]!);

const sumOf = (histogram: Uint32Array): number => histogram.reduce((sum, count) => sum + count, 0);

/** For codebooks of one size: the least cost of one that ends in each tone, and the tone before the last. */
type Layer = { readonly least: Float64Array; readonly from: Int16Array };

const emptyLayer = (count: number): Layer => ({
  least: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
  from: new Int16Array(count),
});

/** Codebooks of one glyph, which also serves all darker light. */
const firstLayer = (below: Float64Array): Layer => ({ least: below.slice(), from: new Int16Array(below.length) });

/**
 * Codebooks with one glyph more than those of a layer, which have `size`. The brighter the last tone, the brighter the
 * best tone before it (the costs are Monge: Hassin and Tamir 1991), so halving the range of last tones halves the tones to
 * try.
 */
const nextLayer = ({ least }: Layer, { count, between }: Costs, size: number): Layer => {
  const next = emptyLayer(count);
  const fill = (low: number, high: number, first: number, last: number): void => {
    if (low > high) return;
    const j = (low + high) >> 1;
    let lowest = Number.POSITIVE_INFINITY;
    let best = first;
    for (let i = first, at = j * count + i; i <= last && i < j; i++, at++) {
      const cost = least[i]! + between[at]!;
      if (cost >= lowest) continue;
      lowest = cost;
      best = i;
    }
    next.least[j] = lowest;
    next.from[j] = best;
    fill(low, j - 1, first, best);
    fill(j + 1, high, best, last);
  };
  fill(size, count - 1, size - 1, count - 1);
  return next;
};

/** The cheapest codebook of the last layer. */
const bookOf = (layers: readonly Layer[], beyond: Float64Array): readonly number[] => {
  const { least } = layers.at(-1)!;
  let end = 0;
  for (let j = 1; j < least.length; j++) if (least[j]! + beyond[j]! < least[end]! + beyond[end]!) end = j;
  return trace(layers, end);
};

const trace = (layers: readonly Layer[], end: number): readonly number[] => {
  const book = [end];
  for (let size = layers.length - 1; size > 0; size--) book.unshift(layers[size]!.from[book[0]!]!);
  return book;
};

/** For each position in a codebook of this size, the tones that a codebook within the limit may have there. */
const withinReach = (
  layers: readonly Layer[],
  { count, between, beyond }: Costs,
  limit: number,
): readonly number[][] => {
  const open: number[][] = layers.map(() => []);
  let rest = beyond;
  for (let place = layers.length - 1; place >= 0; place--) {
    const { least } = layers[place]!;
    for (let j = place; j < count; j++) if (least[j]! + rest[j]! <= limit * (1 + ROUNDING)) open[place]!.push(j);
    const darker = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
    for (const j of open[place]!) {
      for (let i = 0, at = j * count; i < j; i++, at++) darker[i] = Math.min(darker[i]!, between[at]! + rest[j]!);
    }
    rest = darker;
  }
  return open;
};

const ROUNDING = 1e-9;

/** The cheapest codebook of these tones, taste included; null if there is none. */
const mostTasteful = (
  open: readonly number[][],
  error: Costs,
  dislike: Costs,
  weight: number,
): readonly number[] | null => {
  const { count } = error;
  const first = emptyLayer(count);
  for (const j of open[0]!) first.least[j] = error.below[j]! + weight * dislike.below[j]!;
  const layers = [first];
  for (let place = 1; place < open.length; place++) {
    const { least } = layers[place - 1]!;
    const next = emptyLayer(count);
    for (const j of open[place]!) {
      for (const i of open[place - 1]!) {
        if (i >= j) break;
        const at = j * count + i;
        const cost = least[i]! + error.between[at]! + weight * dislike.between[at]!;
        if (cost >= next.least[j]!) continue;
        next.least[j] = cost;
        next.from[j] = i;
      }
    }
    layers.push(next);
  }
  const ends = open.at(-1)!;
  const { least } = layers.at(-1)!;
  const costOf = (j: number): number => least[j]! + error.beyond[j]! + weight * dislike.beyond[j]!;
  const end = ends.reduce((best, j) => (costOf(j) < costOf(best) ? j : best), ends[0] ?? 0);
  return ends.length > 0 && least[end]! < Number.POSITIVE_INFINITY ? trace(layers, end) : null;
};

/** Cost of the light that certain tones serve. */
type Costs = {
  readonly count: number;
  /** All light darker than each tone, assigned to it. */
  readonly below: Float64Array;
  /** The light between tone i and a brighter tone j (at j × count + i), each serving its half. */
  readonly between: Float64Array;
  /** All light from each tone upward, assigned to it. */
  readonly beyond: Float64Array;
};

/** Squared distances on a scale, plus a load for every cell that a tone serves. */
const costsOf = (
  histogram: Uint32Array,
  tones: Float64Array,
  scale: (light: number) => number,
  loads: Float64Array = new Float64Array(tones.length),
): Costs => {
  const count = tones.length;
  const { cells, value, square } = prefixSums(histogram, scale);
  const { starts, middles } = boundsOf(tones);
  const places = tones.map(scale);
  const burdens = places.map((place, i) => place * place + loads[i]!);
  const between = new Float64Array(count * count);
  const below = new Float64Array(count);
  const beyond = new Float64Array(count);
  for (let j = 0; j < count; j++) {
    const end = starts[j]!;
    below[j] = square[end]! - 2 * places[j]! * value[end]! + burdens[j]! * cells[end]!;
    const served = value[TONE_BINS]! - value[end]!;
    beyond[j] =
      square[TONE_BINS]! - square[end]! - 2 * places[j]! * served + burdens[j]! * (cells[TONE_BINS]! - cells[end]!);
    for (let i = 0, at = j * count; i < j; i++, at++) {
      const start = starts[i]!;
      const middle = middles[at]!;
      const darker = burdens[i]! * (cells[middle]! - cells[start]!) - 2 * places[i]! * (value[middle]! - value[start]!);
      const brighter = burdens[j]! * (cells[end]! - cells[middle]!) - 2 * places[j]! * (value[end]! - value[middle]!);
      between[at] = square[end]! - square[start]! + darker + brighter;
    }
  }
  return { count, below, between, beyond };
};

/**
 * The first bin that is not darker than each tone, and not darker than the midpoint of tone i and a brighter tone j (at j
 * × count + i).
 */
type Bounds = { readonly starts: Uint16Array; readonly middles: Uint16Array };

/** Cached, because there are only a handful of charsets. */
const KNOWN_BOUNDS = new WeakMap<Float64Array, Bounds>();

const boundsOf = (tones: Float64Array): Bounds => {
  const known = KNOWN_BOUNDS.get(tones);
  if (known !== undefined) return known;
  const count = tones.length;
  const middles = new Uint16Array(count * count);
  for (let j = 0; j < count; j++) {
    for (let i = 0; i < j; i++) middles[j * count + i] = binAt((tones[i]! + tones[j]!) / 2);
  }
  const bounds = { starts: Uint16Array.from(tones, binAt), middles };
  KNOWN_BOUNDS.set(tones, bounds);
  return bounds;
};

/** Prefix sums of the cells, of their value on the scale and of its square, so that any range of bins takes two lookups. */
const prefixSums = (histogram: Uint32Array, scale: (light: number) => number) => {
  const cells = new Float64Array(TONE_BINS + 1);
  const value = new Float64Array(TONE_BINS + 1);
  const square = new Float64Array(TONE_BINS + 1);
  for (let bin = 0; bin < TONE_BINS; bin++) {
    const here = scale(bin / (TONE_BINS - 1));
    cells[bin + 1] = cells[bin]! + histogram[bin]!;
    value[bin + 1] = value[bin]! + histogram[bin]! * here;
    square[bin + 1] = square[bin]! + histogram[bin]! * here * here;
  }
  return { cells, value, square };
};

/** The first bin that is not darker than the light. */
const binAt = (light: number): number => Math.min(TONE_BINS, Math.ceil(light * (TONE_BINS - 1)));

/**
 * The gain of each further glyph: the least RMSE of any codebook of 1, 2, 3 … glyphs of the charset
 * over the tones of a render. The render's codebook has the smallest size within the limit; its own
 * RMSE may be higher, because taste decides among codebooks of that size.
 */
export const rmseStaircase = (
  { charset, tones }: Pick<GlyphEvidence, "charset" | "tones">,
  { background, font, characters }: Pick<RenderParams, "background" | "font" | "characters"> = DEFAULT_PARAMS,
): readonly number[] => {
  const ramp = rampOf(charset, background, font, characters);
  const pool = POOLS.get(ramp) ?? relativeTones(ramp, ramp, atlasFor(charset, background, font)).tones;
  POOLS.set(ramp, pool);
  return leastErrors(Uint32Array.from(tones), pool);
};

/** Tones of a whole ramp; always the same array, because `boundsOf` caches by it. */
const POOLS = new WeakMap<readonly number[], Float64Array>();
