import type { Frame } from "../frame.ts";
import { percentile } from "../math/percentile.ts";
import { type Plane, perceived, TONE_STEPS } from "../plane.ts";
import { skinShare } from "./skin.ts";

/** What is known about a picture before anything is drawn; shares are 0 to 1, tones on the perceptual scale. */
export type Facts = {
  /** Standard deviation of its noise, as far as it is left at the size of the page. */
  readonly noise: number;
  /** The tones below which lie 2, 50 and 98 of a hundred samples. */
  readonly dark: number;
  readonly middle: number;
  readonly bright: number;
  /** Share of samples darker than 0.25. */
  readonly shadows: number;
  /** Share of samples with a contour through them. */
  readonly edges: number;
  /** Share of pixels that have the color of skin. */
  readonly skin: number;
};

/** Looks at a picture before `view`, for its noise, and after it. */
export const analyze = (still: Frame, seen: Frame): Facts => {
  const { opaque } = seen.tones;
  const at = (share: number): number => percentile(opaque, share) / TONE_STEPS;
  return {
    noise: noiseOf(still.light),
    dark: at(0.02),
    middle: at(0.5),
    bright: at(0.98),
    shadows: shareBelow(opaque, DARK * TONE_STEPS),
    edges: edgeShare(seen.tone),
    skin: skinShare(seen.raster),
  };
};

const DARK = 0.25;

const shareBelow = (counts: Uint32Array, end: number): number => {
  let below = 0;
  let all = 0;
  for (let step = 0; step < counts.length; step++) {
    all += counts[step]!;
    if (step < end) below += counts[step]!;
  }
  return all === 0 ? 0 : below / all;
};

/** Difference of tone over two samples that makes a contour. */
const CONTOUR = 0.1;

const edgeShare = ({ width, height, data }: Plane): number => {
  let edges = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const dx = data[i + 1]! - data[i - 1]!;
      const dy = data[i + width]! - data[i - width]!;
      if (dx * dx + dy * dy > CONTOUR * CONTOUR) edges++;
    }
  }
  return edges / (width * height);
};

/**
 * Immerkær (1996): the mean response to a filter that sees neither flat ground nor straight edges, scaled to a standard
 * deviation.
 */
const noiseOf = (light: Plane): number => {
  const { width, height, data } = perceived(light);
  let sum = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const corners = data[i - width - 1]! + data[i - width + 1]! + data[i + width - 1]! + data[i + width + 1]!;
      const sides = data[i - width]! + data[i - 1]! + data[i + 1]! + data[i + width]!;
      sum += Math.abs(corners - 2 * sides + 4 * data[i]!);
    }
  }
  const samples = (width - 2) * (height - 2);
  return samples > 0 ? (Math.sqrt(Math.PI / 2) * sum) / (6 * samples) : 0;
};
