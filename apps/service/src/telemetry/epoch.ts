import type { Clock } from "../clock.ts";

/**
 * Turns moments of the service's clock into milliseconds since 1970. The two run apart over days; small differences are
 * left alone, or a span could seem to begin before the one that it is part of.
 */
export const createEpoch = (clock: Clock, now: () => number): ((ms: number) => number) => {
  let offset = now() - clock();
  return (ms) => {
    const latest = now() - clock();
    if (Math.abs(latest - offset) > TOLERANCE_MS) offset = latest;
    return offset + ms;
  };
};

const TOLERANCE_MS = 50;
