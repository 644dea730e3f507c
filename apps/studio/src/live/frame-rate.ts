/**
 * Tells how many frames a second a video has, from the times of those that are presented and how many have been until then
 * (both as `requestVideoFrameCallback` has them). Until it can be told it is what most videos have.
 */
export const createFrameRate = (): ((time: number, presented: number) => number) => {
  let lasts: readonly number[] = [];
  let before: { readonly time: number; readonly presented: number } | null = null;
  return (time, presented) => {
    const frames = presented - (before?.presented ?? presented);
    const seconds = time - (before?.time ?? time);
    before = { time, presented };
    if (frames > 0 && seconds > 0 && seconds / frames < LONGEST) lasts = [...lasts, seconds / frames].slice(-MEMORY);
    return lasts.length < ENOUGH ? USUAL : 1 / median(lasts);
  };
};

const USUAL = 30;

/** Frames that are looked back on, and how many of them it takes. */
const MEMORY = 25;
const ENOUGH = 3;

/** Seconds that a frame lasts at most; what is longer was a jump. */
const LONGEST = 0.5;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
