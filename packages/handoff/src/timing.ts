/** Time functions that the host provides. */
export type Timing = {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Repeats a function until the returned function is called. */
  readonly every: (ms: number, work: () => void) => () => void;
};

/** The timer globals of a page or of Node. */
export type TimeHost = {
  readonly performance: { readonly timeOrigin: number; now(): number };
  setInterval(work: () => void, ms: number): unknown;
  clearInterval(timer: unknown): void;
};

/** The timing of a host: `hostTiming(globalThis)`. */
export const hostTiming = (host: TimeHost): Timing => ({
  now: () => host.performance.timeOrigin + host.performance.now(),
  every: (ms, work) => {
    const timer = host.setInterval(work, ms);
    return () => host.clearInterval(timer);
  },
});
