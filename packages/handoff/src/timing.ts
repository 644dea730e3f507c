/** What the package needs of its host's time: it has no clock of its own. */
export type Timing = {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Does something again and again, until the function that it returns is called. */
  readonly every: (ms: number, work: () => void) => () => void;
};

/** The globals of a page or of Node that tell and keep time. */
export type TimeHost = {
  readonly performance: { readonly timeOrigin: number; now(): number };
  setInterval(work: () => void, ms: number): unknown;
  clearInterval(timer: unknown): void;
};

/** The time of a host: `hostTiming(globalThis)`. */
export const hostTiming = (host: TimeHost): Timing => ({
  now: () => host.performance.timeOrigin + host.performance.now(),
  every: (ms, work) => {
    const timer = host.setInterval(work, ms);
    return () => host.clearInterval(timer);
  },
});
