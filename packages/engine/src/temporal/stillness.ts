/** How long a scene has lasted and how still it is. */
export type Stillness = {
  /** Frames since its first; 0 for that one. */
  readonly age: number;
  /** Whether its page has stood still for a while. */
  readonly settled: boolean;
};

/** Follows a stream by the share of glyphs that each frame changed and whether it was a cut. */
export const createStillness = (): ((flicker: number, cut: boolean) => Stillness) => {
  let age = 0;
  let still = 0;
  return (flicker, cut) => {
    age = cut ? 0 : age + 1;
    still = flicker < STILL && !cut ? still + 1 : 0;
    return { age, settled: still >= SETTLED };
  };
};

/** Share of glyphs that may change on a page that stands still. */
const STILL = 0.02;

/** Frames that it has to stand still for. */
const SETTLED = 15;
