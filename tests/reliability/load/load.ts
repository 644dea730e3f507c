/** The task of a load generator. */
export type LoadOrder = {
  readonly port: number;
  /** Renders that cannot be shared, the same render repeatedly, or the service's health. */
  readonly target: "render" | "kept" | "health";
  /** What to render instead of the reference: the full path of an image, and parameters as a query. */
  readonly render?: { readonly picture: string; readonly query: string };
  /** Number of loopback addresses that the connections come from; 1 by default. */
  readonly addresses?: number;
  /** Renders at addresses instead: of the image at this URL, over GET. */
  readonly imageUrl?: string;
  /** An open load per second, even or Poisson; or a closed load of this concurrency. */
  readonly pace: { readonly perSecond: number; readonly byChance?: true } | { readonly atOnce: number };
};

/** Response times in milliseconds, from the time each request was due. */
type Latencies = {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  readonly each: readonly number[];
};

/** The result of a load: plain data, sent between processes. */
export type LoadFigures = {
  readonly seconds: number;
  readonly sent: number;
  /** Requests without a response when the load ended; later responses still count below. */
  readonly unfinished: number;
  /** CPU seconds of the generator itself: before its first request, and since then. */
  readonly startSeconds: number;
  readonly ownSeconds: number;
  readonly accepted: Latencies;
  /** Responses by status, and by error code. */
  readonly answers: { readonly [answer: string]: number };
  /** Responses other than 200 or a 503 with Retry-After, and requests without a response. */
  readonly faults: readonly string[];
};
