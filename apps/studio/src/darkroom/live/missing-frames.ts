/**
 * Says how many frames a source has left out before one, by the times that its frames carry, in any unit: a camera that finds
 * nobody to take a frame drops it without a word.
 */
export const createMissingFrames = (): ((time: number) => number) => {
  let last: number | null = null;
  let gaps: number[] = [];
  return (time) => {
    const gap = last === null ? 0 : time - last;
    last = time;
    // times run backwards where a video is played again
    if (gap <= 0) return 0;
    gaps = [...gaps, gap].slice(-MEMORY);
    const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length * USUAL)]!;
    return Math.round(gap / usual) - 1;
  };
};

/** Gaps by which the usual one is known. */
const MEMORY = 16;

/** Share of gaps that may be shorter than the usual one, by jitter; all others may be longer, by frames that are missing. */
const USUAL = 0.25;
