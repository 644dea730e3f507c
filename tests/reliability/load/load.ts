/** What a load generator is told to do. */
export type LoadOrder = {
  readonly port: number;
  /** Renders that cannot be shared, the same one again and again, or the state of the service. */
  readonly target: "render" | "kept" | "health";
  /** What is rendered, where it is not the reference: the whole path of a picture, and the parameters as a query. */
  readonly render?: { readonly picture: string; readonly query: string };
  /** So many a second, answered or not, at even distances or by chance; or so many at once, each followed by the next. */
  readonly pace: { readonly perSecond: number; readonly byChance?: true } | { readonly atOnce: number };
};

/** Milliseconds of answers, from when each request was meant to be sent. */
type Latencies = {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  readonly each: readonly number[];
};

/** What came of a load: plain data, as it goes from one process to another. */
export type LoadFigures = {
  readonly seconds: number;
  readonly sent: number;
  /** Requests that had no answer when the load was ended; those that got one afterward are counted below all the same. */
  readonly unfinished: number;
  /** Seconds for which the generator itself has had a core: before its first request, and since then. */
  readonly startSeconds: number;
  readonly ownSeconds: number;
  readonly accepted: Latencies;
  /** Answers by status, and by code where they were errors. */
  readonly answers: { readonly [answer: string]: number };
  /** Answers that are none of the service's: neither 200 nor a 503 that says when to come again, and requests without one. */
  readonly faults: readonly string[];
};
