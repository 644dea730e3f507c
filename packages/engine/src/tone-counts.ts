import type { Plane } from "./plane.ts";

/** Steps of the histogram of tones. */
export const TONE_STEPS = 4096;

/** How many samples have each tone, in `TONE_STEPS` steps over 0 to 1. */
export type ToneCounts = {
  /** Of those that are more opaque than not. */
  readonly opaque: Uint32Array;
  /** How many others there are: they are black. */
  readonly transparent: number;
};

export const NO_TONES: ToneCounts = { opaque: new Uint32Array(TONE_STEPS + 1), transparent: 0 };

/** How many samples of a picture have each tone. */
export const countTones = ({ data }: Plane, opacity: Plane | null): ToneCounts => {
  const opaque = new Uint32Array(TONE_STEPS + 1);
  for (let i = 0; i < data.length; i++) {
    const step = (data[i]! * TONE_STEPS + 0.5) | 0;
    opaque[step] = opaque[step]! + 1;
  }
  return { opaque, transparent: opacity === null ? 0 : takeOut(opaque, data, opacity.data) };
};

/** Takes the transparent samples out of the counts; how many there are. */
const takeOut = (counts: Uint32Array, tones: Float32Array, opacity: Float32Array): number => {
  let transparent = 0;
  for (let i = 0; i < tones.length; i++) {
    if (opacity[i]! >= 0.5) continue;
    const step = (tones[i]! * TONE_STEPS + 0.5) | 0;
    counts[step] = counts[step]! - 1;
    transparent++;
  }
  return transparent;
};
