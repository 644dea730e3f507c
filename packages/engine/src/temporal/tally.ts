/** Collects magnitudes and says how large they are where the picture is calm; empty again afterwards. */
export type Tally = {
  readonly add: (magnitude: number) => void;
  /** The magnitude below which a share of those collected lies; Infinity where there were none. */
  readonly take: (share: number) => number;
};

export const createTally = (): Tally => {
  const counts = new Uint32Array(BINS + 1);
  let total = 0;
  return {
    add: (magnitude) => {
      const bin = magnitude < MOST ? (magnitude * (BINS / MOST)) | 0 : BINS;
      counts[bin] = counts[bin]! + 1;
      total++;
    },
    take: (share) => {
      const value = total === 0 ? Number.POSITIVE_INFINITY : placeOf(counts, share * total) * (MOST / BINS);
      counts.fill(0);
      total = 0;
      return value;
    },
  };
};

/** Magnitudes past this are counted as this: no noise is as strong. */
const MOST = 0.25;
const BINS = 2048;

/** Where, in bins, so many counts are passed; within a bin they are taken to lie evenly. */
const placeOf = (counts: Uint32Array, rank: number): number => {
  let below = 0;
  let bin = 0;
  while (below + counts[bin]! < rank) below += counts[bin++]!;
  return bin + (rank - below) / counts[bin]!;
};
