import { exp } from "../math/exponential.ts";

/** Odds by their natural logarithm, from a table: all but none below −12, all but sure above 12. */
export const oddsOf = (logarithm: number): number => {
  if (logarithm <= -LIMIT) return 0;
  if (logarithm >= LIMIT) return SURE;
  const position = (logarithm + LIMIT) * STEPS_A_UNIT;
  const step = position | 0;
  const low = ODDS[step]!;
  return low + (ODDS[step + 1]! - low) * (position - step);
};

const LIMIT = 12;
const STEPS_A_UNIT = 32;
const SURE = exp(LIMIT);

const ODDS = Float64Array.from({ length: 2 * LIMIT * STEPS_A_UNIT + 2 }, (_, step) => exp(step / STEPS_A_UNIT - LIMIT));

/** ln(1 + x) for x from 0 to 1.15, within .01: a Padé approximant, for what is only weighed against other guesses. */
export const lnOnePlus = (x: number): number => (x * (6 + x)) / (6 + 4 * x);

/**
 * x − 1 − ln x for x above 1, from below and within a tenth up to 5: the logarithm of how much likelier x is as a mean of
 * squares if their variance is x rather than 1, a degree of freedom counting half. 0 for x up to 1, which says nothing.
 */
export const excess = (x: number): number => (x <= 1 ? 0 : ((x - 1) * (x - 1)) / (2 + (4 / 3) * (x - 1)));
