/** What a load generator is told to do. */
export type LoadOrder = {
  readonly port: number;
  readonly target: "render" | "health";
  /** So many a second, answered or not; or so many at once, each followed by the next. */
  readonly pace: { readonly perSecond: number } | { readonly atOnce: number };
};

/** Milliseconds of answers, from when each request was meant to be sent. */
type Latencies = { readonly count: number; readonly p50: number; readonly p99: number; readonly worst: number };

/** What came of a load: plain data, as it goes from one process to another. */
export type LoadFigures = {
  readonly seconds: number;
  readonly sent: number;
  readonly accepted: Latencies;
  /** Answers by status, and by code where they were errors. */
  readonly answers: { readonly [answer: string]: number };
  /** Answers that are none of the service's: neither 200 nor a 503 that says when to come again, and requests without one. */
  readonly faults: readonly string[];
};
