import { rmseOf, TONE_BINS } from "./codebook.ts";

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
  const smallest = solve(error, (book) => book.length === tones.length || holds(book));
  if (taste === null || smallest.length === tones.length) return smallest;
  const dislike = costsOf(
    histogram,
    tones,
    taste.seen,
    taste.burden.map((burden) => burden / SEEN),
  );
  for (const weight of TASTE_WEIGHTS) {
    const book = solve(mix(error, weight * SEEN, dislike), ({ length }) => length === smallest.length);
    if (holds(book)) return book;
  }
  return smallest;
};

/** How much taste counts against the squared error; the first that still holds the limit is taken. */
const TASTE_WEIGHTS = [0.02, 0.01, 0.005, 0.0025];

/** How much the seen error counts against the burden. */
const SEEN = 7.5;

const pick = (tones: Float64Array, book: readonly number[]): Float64Array => Float64Array.from(book, (i) => tones[i]!);

/** Grows the codebook with the least cost glyph by glyph until it is done. */
const solve = ({ count, between, beyond }: Costs, isDone: (book: readonly number[]) => boolean): readonly number[] => {
  const cameFrom: Int16Array[] = [];
  let least = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  least[0] = 0;
  for (let size = 1; ; size++) {
    const book = trace(cameFrom, cheapestEnd(least, beyond));
    if (isDone(book)) return book;
    const next = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
    const from = new Int16Array(count);
    for (let j = size; j < count; j++) {
      let lowest = Number.POSITIVE_INFINITY;
      for (let i = size - 1, at = j * count + i; i < j; i++, at++) {
        const cost = least[i]! + between[at]!;
        if (cost < lowest) {
          lowest = cost;
          from[j] = i;
        }
      }
      next[j] = lowest;
    }
    least = next;
    cameFrom.push(from);
  }
};

const cheapestEnd = (least: Float64Array, beyond: Float64Array): number => {
  let end = 0;
  for (let j = 1; j < least.length; j++) if (least[j]! + beyond[j]! < least[end]! + beyond[end]!) end = j;
  return end;
};

const trace = (cameFrom: readonly Int16Array[], end: number): readonly number[] => {
  const book = [end];
  for (let step = cameFrom.length - 1; step >= 0; step--) book.unshift(cameFrom[step]![book[0]!]!);
  return book;
};

/** What the light between tone i and a brighter j costs (at j × count + i), each serving its half, and the light beyond one. */
type Costs = { readonly count: number; readonly between: Float64Array; readonly beyond: Float64Array };

/** Squared distances on a scale, plus a load for every cell that a tone serves. */
const costsOf = (
  histogram: Uint32Array,
  tones: Float64Array,
  scale: (light: number) => number,
  loads: Float64Array = new Float64Array(tones.length),
): Costs => {
  const count = tones.length;
  const sums = prefixSums(histogram, scale);
  const places = tones.map(scale);
  const cost = (from: number, to: number, i: number): number => {
    const cells = sums.cells[to]! - sums.cells[from]!;
    const value = sums.value[to]! - sums.value[from]!;
    const place = places[i]!;
    return sums.square[to]! - sums.square[from]! - 2 * place * value + (place * place + loads[i]!) * cells;
  };
  const between = new Float64Array(count * count);
  const beyond = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const start = binAt(tones[i]!);
    beyond[i] = cost(start, TONE_BINS, i);
    for (let j = i + 1; j < count; j++) {
      const middle = binAt((tones[i]! + tones[j]!) / 2);
      between[j * count + i] = cost(start, middle, i) + cost(middle, binAt(tones[j]!), j);
    }
  }
  return { count, between, beyond };
};

const mix = (costs: Costs, weight: number, more: Costs): Costs => ({
  count: costs.count,
  between: addScaled(costs.between, weight, more.between),
  beyond: addScaled(costs.beyond, weight, more.beyond),
});

const addScaled = (values: Float64Array, weight: number, more: Float64Array): Float64Array => {
  const out = new Float64Array(values.length);
  for (let i = 0; i < out.length; i++) out[i] = values[i]! + weight * more[i]!;
  return out;
};

/** Cells, their value on the scale and its square, summed over all bins before each: any run of bins is two look-ups. */
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
