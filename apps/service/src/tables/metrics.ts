import { FORMATS } from "@lumiglyph/contract";

/**
 * One metric of `GET /metrics`. Every label has a fixed list of values, or an empty one if its only value is the
 * process's own: client input never becomes one.
 */
export type MetricRow = {
  readonly kind: "counter" | "gauge" | "histogram";
  readonly says: string;
  readonly labels: { readonly [label: string]: readonly string[] };
  /** Upper bounds of a histogram's buckets. */
  readonly buckets?: readonly number[];
};

const NO_LABELS = {};
const FORMAT_LABELS = [...(Object.keys(FORMATS) as (keyof typeof FORMATS)[]), "none"] as const;
const BACKENDS = ["off", "memory", "redis"] as const;
const OWN_VALUE: readonly string[] = [];

/** Seconds: a small picture takes hundredths, a large one tenths, and the deadline is at ten. */
const RENDER_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Seconds that a render waits for a worker. */
const WAIT_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5] as const;

/** Seconds that a caller waits for Redis; it gives up before a tenth. */
const REDIS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25] as const;

/** Every metric of the service, by its Prometheus name. */
export const METRICS = {
  lumiglyph_build_info: {
    kind: "gauge",
    says: "1, with the versions of the service's package and of Node.",
    labels: { version: OWN_VALUE, node: OWN_VALUE },
  },
  lumiglyph_render_duration_seconds: {
    kind: "histogram",
    says: "Duration of whole renders, from the first byte of the request to the last of the response.",
    labels: {
      transport: ["http", "tool"],
      format: FORMAT_LABELS,
      status: [
        "200",
        "400",
        "403",
        "408",
        "413",
        "415",
        "429",
        "431",
        "500",
        "502",
        "503",
        "504",
        "abandoned",
        "other",
      ],
    },
    buckets: RENDER_SECONDS,
  },
  lumiglyph_faults_total: {
    kind: "counter",
    says: "Renders that failed because of an internal error (status 500).",
    labels: NO_LABELS,
  },
  lumiglyph_queue_depth: {
    kind: "gauge",
    says: "Requests that have loaded their image and wait for a worker.",
    labels: NO_LABELS,
  },
  lumiglyph_queue_capacity: {
    kind: "gauge",
    says: "Current capacity (busy workers plus queue). Renders beyond it are refused; shrinks under overload.",
    labels: NO_LABELS,
  },
  lumiglyph_queue_wait_seconds: {
    kind: "histogram",
    says: "Time that renders waited for a worker.",
    labels: NO_LABELS,
    buckets: WAIT_SECONDS,
  },
  lumiglyph_workers: {
    kind: "gauge",
    says: "Worker processes: `alive` in total, and `busy` rendering.",
    labels: { state: ["alive", "busy"] },
  },
  lumiglyph_worker_starts_total: {
    kind: "counter",
    says: "Worker processes started.",
    labels: NO_LABELS,
  },
  lumiglyph_worker_ends_total: {
    kind: "counter",
    says: "Worker processes ended: `retired` as planned, `crashed`, or `killed` (deadline, client disconnected, or from outside).",
    labels: { how: ["retired", "crashed", "killed"] },
  },
  lumiglyph_worker_cpu_seconds_total: {
    kind: "counter",
    says: "CPU time of all worker processes, including those that have ended; 0 if the system has no /proc.",
    labels: NO_LABELS,
  },
  lumiglyph_worker_resident_memory_bytes: {
    kind: "gauge",
    says: "Resident memory of all worker processes together, including the spare; 0 if the system has no /proc.",
    labels: NO_LABELS,
  },
  lumiglyph_fetch_duration_seconds: {
    kind: "histogram",
    says: "Duration of image fetches from other hosts. `untrusted`: the URL is not allowed; `blocked`: a trusted host resolves or redirects to a forbidden address.",
    labels: {
      outcome: [
        "fetched",
        "untrusted",
        "blocked",
        "failed",
        "down",
        "missing",
        "slow",
        "too_large",
        "overloaded",
        "abandoned",
      ],
    },
    buckets: RENDER_SECONDS,
  },
  lumiglyph_cache_lookups_total: {
    kind: "counter",
    says: "Cache lookups for outputs.",
    labels: { result: ["hit", "miss"] },
  },
  lumiglyph_cache_stored_total: {
    kind: "counter",
    says: "Outputs stored in the cache.",
    labels: NO_LABELS,
  },
  lumiglyph_cache_stored_bytes_total: {
    kind: "counter",
    says: "Compressed bytes of the outputs stored in the cache.",
    labels: NO_LABELS,
  },
  lumiglyph_cache_held_bytes: {
    kind: "gauge",
    says: "Bytes of cached outputs in this process.",
    labels: NO_LABELS,
  },
  lumiglyph_cache_errors_total: {
    kind: "counter",
    says: "Cache errors: damaged entries, and requests to the store without a reply.",
    labels: NO_LABELS,
  },
  lumiglyph_cache_backend: {
    kind: "gauge",
    says: "1 for the cache backend in use.",
    labels: { backend: BACKENDS },
  },
  lumiglyph_limiter_decisions_total: {
    kind: "counter",
    says: "Renders allowed and refused by the client limits.",
    labels: { result: ["allowed", "refused"] },
  },
  lumiglyph_limiter_fallbacks_total: {
    kind: "counter",
    says: "Times that this process counted points because Redis was unavailable.",
    labels: NO_LABELS,
  },
  lumiglyph_limiter_instances: {
    kind: "gauge",
    says: "Instances that share the client limits through Redis, including those that stopped in the last five seconds; 0 while this one counts alone.",
    labels: NO_LABELS,
  },
  lumiglyph_limiter_backend: {
    kind: "gauge",
    says: "1 for the backend that counts clients' points.",
    labels: { backend: BACKENDS },
  },
  lumiglyph_redis_state: {
    kind: "gauge",
    says: "1 for the state of the Redis connection.",
    labels: { state: ["off", "connecting", "up", "resting"] },
  },
  lumiglyph_redis_wait_seconds: {
    kind: "histogram",
    says: "Time until Redis replied or its caller gave up, excluding time in which this process was busy.",
    labels: NO_LABELS,
    buckets: REDIS_SECONDS,
  },
  lumiglyph_trace_spans_total: {
    kind: "counter",
    says: "Spans that the receiver accepted, that it rejected or did not get, or that were dropped because the queue was full.",
    labels: { outcome: ["exported", "failed", "dropped"] },
  },
  lumiglyph_trace_spans_waiting: {
    kind: "gauge",
    says: "Spans waiting to be sent, or being sent.",
    labels: NO_LABELS,
  },
  lumiglyph_traces_total: {
    kind: "counter",
    says: "Traces by sampling decision: `capped` if there were too many.",
    labels: { decision: ["sampled", "unsampled", "capped"] },
  },
  lumiglyph_receiver_status: {
    kind: "gauge",
    says: "1 for the status of the handoff's receiving site at the last check.",
    labels: { status: ["unchecked", "reachable", "unreachable"] },
  },
  lumiglyph_receiver_checks_total: {
    kind: "counter",
    says: "Checks of the receiving site.",
    labels: { result: ["reachable", "unreachable"] },
  },
  process_cpu_seconds_total: {
    kind: "counter",
    says: "CPU time of the service process, without its workers.",
    labels: NO_LABELS,
  },
  process_resident_memory_bytes: {
    kind: "gauge",
    says: "Resident memory of the service process, without its workers.",
    labels: NO_LABELS,
  },
  process_heap_bytes: {
    kind: "gauge",
    says: "JavaScript heap used by the service process.",
    labels: NO_LABELS,
  },
  process_open_fds: {
    kind: "gauge",
    says: "Open file descriptors of the process; 0 if the system does not report them.",
    labels: NO_LABELS,
  },
  process_start_time_seconds: {
    kind: "gauge",
    says: "Start time of the process, in seconds since 1970.",
    labels: NO_LABELS,
  },
  nodejs_eventloop_utilization: {
    kind: "gauge",
    says: "Event loop utilization since the last scrape, 0 to 1.",
    labels: NO_LABELS,
  },
} as const satisfies Record<string, MetricRow>;

export type MetricName = keyof typeof METRICS;

export const METRIC_NAMES = Object.keys(METRICS) as readonly MetricName[];

/** The labels of a metric with one of their values each. */
export type MetricLabels<Name extends MetricName> = {
  readonly [Label in keyof (typeof METRICS)[Name]["labels"]]: (typeof METRICS)[Name]["labels"][Label] extends readonly (infer Value)[]
    ? Value
    : never;
};

/** A value that a label of a metric can have. */
export type MetricLabel<
  Name extends MetricName,
  Label extends keyof (typeof METRICS)[Name]["labels"],
> = MetricLabels<Name>[Label];
