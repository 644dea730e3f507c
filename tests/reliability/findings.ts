/** One result of a trial: what was measured, its bound, its value. */
export type Finding = {
  readonly what: string;
  /** The bound in words; null for a figure without one. */
  readonly bound: string | null;
  readonly measured: string;
  readonly held: boolean;
  /** Whether other load on the machine can make it worse. */
  readonly timed: boolean;
};

/** A count of forbidden events, with the first ones. */
export const none = (what: string, faults: number | readonly string[]): Finding => {
  const count = typeof faults === "number" ? faults : faults.length;
  const first = typeof faults === "number" ? undefined : faults[0];
  const measured = first === undefined ? whole(count) : `${whole(count)}; the first: ${first}`;
  return { what, bound: "0", measured, held: count === 0, timed: false };
};

/** A count that must be reached, or the trial proves nothing. */
export const atLeast = (what: string, count: number, least: number): Finding => ({
  what,
  bound: `at least ${whole(least)}`,
  measured: whole(count),
  held: count >= least,
  timed: false,
});

/** Milliseconds below a limit. */
export const within = (what: string, ms: number, limit: number): Finding => ({
  ...wellWithin(what, ms, limit),
  timed: true,
});

/** Milliseconds below a limit that is generous enough for a busy machine. */
export const wellWithin = (what: string, ms: number, limit: number): Finding => ({
  what,
  bound: `under ${whole(limit)} ms`,
  measured: milliseconds(ms),
  held: ms < limit,
  timed: false,
});

/**
 * A share, 0 to 1 and more, that must be reached; rounded down, so that 99.7 % is not shown as all.
 */
export const share = (what: string, value: number, least: number): Finding => ({
  what,
  bound: `at least ${percent(least)}`,
  measured: percent(Math.floor(value * 100 + 1e-9) / 100),
  held: value >= least,
  timed: true,
});

/** Mebibytes below a limit. */
export const memory = (what: string, bytes: number, limit: number): Finding => ({
  what,
  bound: `under ${limit} MiB`,
  measured: `${whole(bytes / 1024 ** 2)} MiB`,
  held: bytes < limit * 1024 ** 2,
  timed: false,
});

/** A figure without a bound. */
export const figure = (what: string, measured: string): Finding => ({
  what,
  bound: null,
  measured,
  held: true,
  timed: true,
});

export const milliseconds = (ms: number): string => `${ms < 100 ? ms.toFixed(1) : whole(ms)} ms`;

export const percent = (value: number): string => `${(value * 100).toFixed(value < 0.1 ? 1 : 0)} %`;

export const whole = (value: number): string => Math.round(value).toLocaleString("en-US");
