import type { LightTrace } from "../state/source.ts";

export const TRACE_BINS = 160;

/** A small gray copy of a frame, with its time in seconds. */
export type Glance = { readonly time: number; readonly grays: Uint8Array };

/** Builds the brightness trace of a video of this duration from samples. */
export const createLightTrace = (duration: number): ((glance: Glance) => LightTrace) => {
  const means = new Float32Array(TRACE_BINS).fill(Number.NaN);
  let cuts: readonly number[] = [];
  let last: Glance | null = null;
  let lastBin = 0;
  return (glance) => {
    const bin = Math.min(TRACE_BINS - 1, Math.max(0, Math.floor((glance.time / duration) * TRACE_BINS)));
    const mean = meanOf(glance.grays);
    const follows = last !== null && glance.time > last.time && glance.time - last.time < MOST_APART;
    // bins between two samples get the later one's brightness
    means.fill(mean, follows ? Math.min(bin, lastBin + 1) : bin, bin + 1);
    if (follows && differ(last!.grays, glance.grays) > CUT && !cuts.some((cut) => Math.abs(cut - glance.time) < NEAR)) {
      cuts = [...cuts, glance.time];
    }
    [last, lastBin] = [glance, bin];
    return { means, cuts };
  };
};

/** Maximum seconds between consecutive samples; beyond that, the video was seeked. */
const MOST_APART = 0.5;

/** Mean difference of two samples, 0 to 1, above which there is a cut. */
const CUT = 0.14;

/** Seconds within which a repeated cut counts as the same. */
const NEAR = 0.3;

const meanOf = (grays: Uint8Array): number => grays.reduce((sum, gray) => sum + gray, 0) / grays.length / 255;

const differ = (one: Uint8Array, other: Uint8Array): number =>
  one.reduce((sum, gray, at) => sum + Math.abs(gray - other[at]!), 0) / one.length / 255;
