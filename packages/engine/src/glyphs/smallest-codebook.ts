import { rmseOf, TONE_BINS } from "./codebook.ts";

/**
 * The smallest subset of the tones (ascending, the first always in) whose error over the histogram stays under the limit,
 * as indexes into the tones; the whole pool where even that misses it.
 *
 * Exact: tones on a line are served by their nearest neighbor, so the best k tones that end in tone j are the best k − 1
 * that end in some darker i, plus the cost of the light between i and j (Wu 1991 for palettes). Of equal sizes the one
 * with the least error wins.
 */
export const smallestCodebook = (histogram: Uint32Array, tones: Float64Array, limit: number): readonly number[] => {
  const cells = histogram.reduce((sum, count) => sum + count, 0);
  const allowed = limit * limit * cells;
  const { between, beyond } = costsOf(histogram, tones);
  const count = tones.length;
  const cameFrom: Int16Array[] = [];
  let least = Float64Array.from({ length: count }, (_, j) => (j === 0 ? 0 : Number.POSITIVE_INFINITY));
  for (let size = 1; ; size++) {
    const end = cheapestEnd(least, beyond);
    const book = trace(cameFrom, end);
    // the limit is promised for the error as it is reported, so that sum decides, not the programme's own
    if (
      size === count ||
      (least[end]! + beyond[end]! <= allowed * SLACK && rmseOf(histogram, pick(tones, book)) <= limit)
    ) {
      return book;
    }
    const next = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
    const from = new Int16Array(count);
    for (let j = size; j < count; j++) {
      for (let i = size - 1; i < j; i++) {
        const cost = least[i]! + between[i * count + j]!;
        if (cost < next[j]!) {
          next[j] = cost;
          from[j] = i;
        }
      }
    }
    least = next;
    cameFrom.push(from);
  }
};

/** Lets a sum that differs from the reported one in its last bits through to the exact test. */
const SLACK = 1 + 1e-9;

const pick = (tones: Float64Array, book: readonly number[]): Float64Array => Float64Array.from(book, (i) => tones[i]!);

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

/** Squared error of the light between two neighboring tones, each served by the nearer, and of the light beyond one. */
const costsOf = (histogram: Uint32Array, tones: Float64Array) => {
  const count = tones.length;
  const between = new Float64Array(count * count);
  const beyond = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    beyond[i] = costOf(histogram, tones[i]!, Number.POSITIVE_INFINITY, tones[i]!, tones[i]!);
    for (let j = i + 1; j < count; j++)
      between[i * count + j] = costOf(histogram, tones[i]!, tones[j]!, tones[i]!, tones[j]!);
  }
  return { between, beyond };
};

/** Over light from `from` (included) to `to` (left out). */
const costOf = (histogram: Uint32Array, from: number, to: number, dark: number, bright: number): number => {
  let sum = 0;
  for (let bin = Math.ceil(from * (TONE_BINS - 1)); bin < TONE_BINS; bin++) {
    const light = bin / (TONE_BINS - 1);
    if (light < from) continue;
    if (light >= to) break;
    const distance = Math.min(Math.abs(light - dark), Math.abs(light - bright));
    sum += histogram[bin]! * distance * distance;
  }
  return sum;
};
