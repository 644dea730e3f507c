import { seeded } from "../seeded.ts";

/** Milliseconds from the start of a load until each request is due. */
export type Arrivals = () => number;

/** Arrivals per second: even, or Poisson as from independent users. The same in every run. */
export const createArrivals = (perSecond: number, byChance: boolean): Arrivals => {
  const { below } = seeded(perSecond);
  let due = 0;
  return () => {
    const now = due;
    due += (1000 / perSecond) * (byChance ? -Math.log(1 - below(2 ** 32) / 2 ** 32) : 1);
    return now;
  };
};
