import type { PipelineState } from "../pipeline-state.ts";
import { type Plane, percentile, TONE_STEPS, toTonePlane } from "../plane.ts";
import { skinShare } from "./skin.ts";

/**
 * The Auto Director's analysis of a picture before rendering. Shares are 0 to 1, tones on the
 * perceptual scale.
 */
export type Facts = {
  /** Standard deviation of the noise that remains on the working raster. */
  readonly noise: number;
  /** 2nd and 50th percentile of the tones. */
  readonly dark: number;
  readonly middle: number;
  /** Share of samples darker than 0.25. */
  readonly shadows: number;
  /** Share of samples on a contour. */
  readonly edges: number;
  /** Share of skin-colored pixels. */
  readonly skin: number;
};

/** Analyzes a picture from its states before `view`, for the noise, and after it. */
export const analyze = (scaled: PipelineState, viewed: PipelineState): Facts => {
  const { opaque } = viewed.tones;
  const at = (share: number): number => percentile(opaque, share) / TONE_STEPS;
  return {
    noise: noiseOf(scaled.light),
    dark: at(0.02),
    middle: at(0.5),
    shadows: shareBelow(opaque, DARK * TONE_STEPS),
    edges: edgeShare(viewed.tone),
    skin: skinShare(viewed.raster),
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

/** Difference of tone across two samples that counts as a contour. */
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
 * Immerkær (1996): the mean response of a filter that ignores flat areas and straight edges, scaled to a standard
 * deviation.
 */
const noiseOf = (light: Plane): number => {
  const { width, height, data } = toTonePlane(light);
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
