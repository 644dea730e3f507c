import { TONE_BINS } from "./codebook.ts";

/** What the light between tone i and a brighter j costs (at j × count + i), each serving its half, and the light beyond one. */
export type Costs = { readonly count: number; readonly between: Float64Array; readonly beyond: Float64Array };

/** Squared distances on a scale, plus a load for every cell that a tone serves. */
export const costsOf = (
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
  const beyond = new Float64Array(count);
  for (let j = 0; j < count; j++) {
    const end = starts[j]!;
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
  return { count, between, beyond };
};

/** The first bin that is not darker than each tone, and than the middle between tone i and a brighter j (at j × count + i). */
type Bounds = { readonly starts: Uint16Array; readonly middles: Uint16Array };

/** Kept for each pool: there are a handful of them, and pictures without end. */
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
