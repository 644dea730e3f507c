import type { Tally } from "./tally.ts";

/**
 * How strong a picture's noise can be at most, by itself, as a standard deviation: the filter of Immerkær (1996), which sees
 * neither flat ground nor straight edges, where it finds least. Infinity for a picture too small to tell.
 */
export const roughness = (data: Float32Array, width: number, tally: Tally): number => {
  const end = data.length - width;
  for (let top = width; top < end; top += STRIDE * width) {
    for (let at = top + 1; at < top + width - 1; at += STRIDE) {
      const corners = data[at - width - 1]! + data[at - width + 1]! + data[at + width - 1]! + data[at + width + 1]!;
      const sides = data[at - width]! + data[at - 1]! + data[at + 1]! + data[at + width]!;
      tally.add(Math.abs(corners - 2 * sides + 4 * data[at]!) / 6);
    }
  }
  return tally.take(0.2) / NORMAL_FIFTH;
};

/** One in so many samples is looked at, in both directions. */
const STRIDE = 3;

/** A fifth of a normal variable's magnitudes lie below this many standard deviations. */
const NORMAL_FIFTH = 0.2533;
