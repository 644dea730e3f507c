import type { LightTrace } from "../state/source.ts";

export const TRACE_BINS = 160;

/** A small gray copy of a frame, and the frame's time in seconds. */
export type Glance = { readonly time: number; readonly grays: Uint8Array };

/** Builds a trace up from glances at a video of this many seconds. */
export const createLightTrace = (duration: number): ((glance: Glance) => LightTrace) => {
  const means = new Float32Array(TRACE_BINS).fill(Number.NaN);
  let cuts: readonly number[] = [];
  let last: Glance | null = null;
  let lastBin = 0;
  return (glance) => {
    const bin = Math.min(TRACE_BINS - 1, Math.max(0, Math.floor((glance.time / duration) * TRACE_BINS)));
    const mean = meanOf(glance.grays);
    const follows = last !== null && glance.time > last.time && glance.time - last.time < MOST_APART;
    // parts that fall between two glances have the light of the later one
    means.fill(mean, follows ? Math.min(bin, lastBin + 1) : bin, bin + 1);
    if (follows && differ(last!.grays, glance.grays) > CUT && !cuts.some((cut) => Math.abs(cut - glance.time) < NEAR)) {
      cuts = [...cuts, glance.time];
    }
    [last, lastBin] = [glance, bin];
    return { means, cuts };
  };
};

/** Seconds up to which one glance follows another: beyond that, the video was moved. */
const MOST_APART = 0.5;

/** Mean difference of two glances, 0 to 1, from which the scene is another. */
const CUT = 0.14;

/** Seconds within which a cut that is seen again is the same. */
const NEAR = 0.3;

const meanOf = (grays: Uint8Array): number => grays.reduce((sum, gray) => sum + gray, 0) / grays.length / 255;

const differ = (one: Uint8Array, other: Uint8Array): number =>
  one.reduce((sum, gray, at) => sum + Math.abs(gray - other[at]!), 0) / one.length / 255;
