import { seeded } from "../seeded.ts";

/** Milliseconds from the begin of a load until each next request is due. */
export type Arrivals = () => number;

/** So many a second: at even distances, or by chance, as people come who know nothing of each other. Always the same. */
export const createArrivals = (perSecond: number, byChance: boolean): Arrivals => {
  const { below } = seeded(perSecond);
  let due = 0;
  return () => {
    const now = due;
    due += (1000 / perSecond) * (byChance ? -Math.log(1 - below(2 ** 32) / 2 ** 32) : 1);
    return now;
  };
};
