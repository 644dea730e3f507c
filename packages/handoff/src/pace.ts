/** Says whether something may be done now, and counts it where it may. */
export type Pace = (now: number) => boolean;

/** How many may come early in a row: frames that were held up arrive together, and none of them is too many. */
const EARLY = 3;

/** Lets so many a second through, evenly over time but not to the millisecond (the generic cell rate algorithm). */
export const createPace = (perSecond: number): Pace => {
  const interval = 1000 / perSecond;
  let due = Number.NEGATIVE_INFINITY;
  return (now) => {
    if (due - now > EARLY * interval) return false;
    due = Math.max(due, now) + interval;
    return true;
  };
};
