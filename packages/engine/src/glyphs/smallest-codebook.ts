import { rmseOf } from "./codebook.ts";
import { type Costs, costsOf } from "./codebook-costs.ts";

/** What makes one codebook draw better than another of the same size. */
export type Taste = {
  /** How badly each tone's glyph draws, whatever the picture. */
  readonly burden: Float64Array;
  /** Light, 0 to 1, on the scale on which steps look even. */
  readonly seen: (light: number) => number;
};

/**
 * The smallest subset of the tones (ascending, the first always in) whose error over the histogram stays under the limit,
 * as indexes into the tones; the whole pool where even that misses it.
 *
 * Exact: tones on a line are served by their nearest neighbor, so the best k tones that end in tone j are the best k − 1
 * that end in some darker i, plus the cost of the light between i and j (Wu 1991 for palettes). As a rule many subsets of
 * that size hold the limit: the slack goes to those that draw well, by taste and by the error as it is seen.
 */
export const smallestCodebook = (
  histogram: Uint32Array,
  tones: Float64Array,
  limit: number,
  taste: Taste | null = null,
): readonly number[] => {
  const holds = (book: readonly number[]): boolean => rmseOf(histogram, pick(tones, book)) <= limit;
  const error = costsOf(histogram, tones, (light) => light);
  const layers = [firstLayer(error.count)];
  let smallest = bookOf(layers, error.beyond);
  while (smallest.length < tones.length && !holds(smallest)) {
    layers.push(nextLayer(layers.at(-1)!, error, layers.length));
    smallest = bookOf(layers, error.beyond);
  }
  if (taste === null || smallest.length === tones.length) return smallest;
  const loads = taste.burden.map((burden) => burden / SEEN);
  const dislike = costsOf(histogram, tones, taste.seen, loads);
  const open = withinReach(layers, error, limit * limit * sumOf(histogram));
  for (const weight of TASTE_WEIGHTS) {
    const book = mostTasteful(open, error, dislike, weight * SEEN);
    if (book !== null && holds(book)) return book;
  }
  return smallest;
};

/** The least error over the histogram of any subset of 1, 2, 3 … of the tones, the first always in, as `rmseOf` has it. */
export const leastErrors = (histogram: Uint32Array, tones: Float64Array): readonly number[] => {
  const error = costsOf(histogram, tones, (light) => light);
  const layers: Layer[] = [];
  return Array.from(tones, (_, size) => {
    layers.push(size === 0 ? firstLayer(error.count) : nextLayer(layers.at(-1)!, error, size));
    return rmseOf(histogram, pick(tones, bookOf(layers, error.beyond)));
  });
};

/** How much taste counts against the squared error; the first that still holds the limit is taken. */
const TASTE_WEIGHTS = [0.02, 0.01, 0.005, 0.0025];

/** How much the seen error counts against the burden. */
const SEEN = 7.5;

const pick = (tones: Float64Array, book: readonly number[]): Float64Array => Float64Array.from(book, (i) => tones[i]!);

const sumOf = (histogram: Uint32Array): number => histogram.reduce((sum, count) => sum + count, 0);

/** For codebooks of one size: the least cost of one that ends in each tone, and the tone before that one. */
type Layer = { readonly least: Float64Array; readonly from: Int16Array };

const emptyLayer = (count: number): Layer => ({
  least: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
  from: new Int16Array(count),
});

const firstLayer = (count: number): Layer => {
  const layer = emptyLayer(count);
  layer.least[0] = 0;
  return layer;
};

/**
 * Codebooks of one glyph more than those of a layer, which have `size`. The brighter the last tone, the brighter the best
 * one before it (the costs are Monge: Hassin and Tamir 1991), so halving the range of last tones halves what is to be tried.
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

/** For each place in a codebook of this size, the tones that one within the limit may have there. */
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

/** The codebook of these tones that costs least with taste; null where none of them is within reach. */
const mostTasteful = (
  open: readonly number[][],
  error: Costs,
  dislike: Costs,
  weight: number,
): readonly number[] | null => {
  const { count } = error;
  const layers = [firstLayer(count)];
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
