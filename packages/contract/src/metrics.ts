import { FORMATS } from "./formats.ts";

/** One metric of `GET /metrics`: a closed list of values for each of its labels, so that no caller's text can become one. */
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

/** Seconds: a small picture takes hundredths, a large one tenths, the deadline is at five. */
const RENDER_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Seconds that a render waits for a worker. */
const WAIT_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5] as const;

/** Every metric of the service, by its Prometheus name. */
export const METRICS = {
  lumiglyph_render_duration_seconds: {
    kind: "histogram",
    says: "Whole renders, from the request's first byte to the answer's last, by what was asked for and what came of it.",
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
  lumiglyph_queue_depth: {
    kind: "gauge",
    says: "Requests that have their image and wait for a worker.",
    labels: NO_LABELS,
  },
  lumiglyph_queue_capacity: {
    kind: "gauge",
    says: "Places, those of busy workers among them; beyond them renders are refused.",
    labels: NO_LABELS,
  },
  lumiglyph_queue_wait_seconds: {
    kind: "histogram",
    says: "How long renders waited for a worker.",
    labels: NO_LABELS,
    buckets: WAIT_SECONDS,
  },
  lumiglyph_workers: {
    kind: "gauge",
    says: "Worker processes that are there, and those of them with a render under way.",
    labels: { state: ["alive", "busy"] },
  },
  lumiglyph_worker_starts_total: {
    kind: "counter",
    says: "Worker processes that were started.",
    labels: NO_LABELS,
  },
  lumiglyph_worker_ends_total: {
    kind: "counter",
    says: "Worker processes that ended: `retired` after their time, `crashed` by themselves, `killed` past a deadline, for a caller who left, or from outside.",
    labels: { how: ["retired", "crashed", "killed"] },
  },
  lumiglyph_fetch_duration_seconds: {
    kind: "histogram",
    says: "Images from other hosts: `blocked` where the guard refused the address, before or behind the name.",
    labels: { outcome: ["fetched", "blocked", "failed", "slow", "too_large", "overloaded", "abandoned"] },
    buckets: RENDER_SECONDS,
  },
  lumiglyph_cache_lookups_total: {
    kind: "counter",
    says: "Outputs that were looked for in the cache.",
    labels: { result: ["hit", "miss"] },
  },
  lumiglyph_cache_stored_total: {
    kind: "counter",
    says: "Outputs that were put into the cache.",
    labels: NO_LABELS,
  },
  lumiglyph_cache_stored_bytes_total: {
    kind: "counter",
    says: "Bytes of these as they are kept, compressed.",
    labels: NO_LABELS,
  },
  lumiglyph_cache_held_bytes: {
    kind: "gauge",
    says: "Bytes that this process holds for the cache.",
    labels: NO_LABELS,
  },
  lumiglyph_cache_errors_total: {
    kind: "counter",
    says: "Values that were damaged, and questions that the store did not answer.",
    labels: NO_LABELS,
  },
  lumiglyph_cache_backend: {
    kind: "gauge",
    says: "1 for where outputs are kept.",
    labels: { backend: BACKENDS },
  },
  lumiglyph_limiter_decisions_total: {
    kind: "counter",
    says: "Renders that a client's share allowed, and those it refused.",
    labels: { result: ["allowed", "refused"] },
  },
  lumiglyph_limiter_fallbacks_total: {
    kind: "counter",
    says: "Times that points were counted in this process because Redis could not be asked.",
    labels: NO_LABELS,
  },
  lumiglyph_limiter_backend: {
    kind: "gauge",
    says: "1 for where clients' points are counted.",
    labels: { backend: BACKENDS },
  },
  lumiglyph_redis_state: {
    kind: "gauge",
    says: "1 for how this instance stands with Redis.",
    labels: { state: ["off", "connecting", "up", "resting"] },
  },
  lumiglyph_trace_spans_total: {
    kind: "counter",
    says: "Spans that the receiver took, did not take, or that were dropped because too many waited.",
    labels: { outcome: ["exported", "failed", "dropped"] },
  },
  lumiglyph_trace_spans_waiting: {
    kind: "gauge",
    says: "Spans that wait to be sent, or are on their way.",
    labels: NO_LABELS,
  },
  lumiglyph_traces_total: {
    kind: "counter",
    says: "Traces by whether they were chosen for export: `capped` were too many.",
    labels: { decision: ["sampled", "unsampled", "capped"] },
  },
  lumiglyph_receiver_status: {
    kind: "gauge",
    says: "1 for how the receiving site of the handoff was last found.",
    labels: { status: ["unchecked", "reachable", "unreachable"] },
  },
  lumiglyph_receiver_checks_total: {
    kind: "counter",
    says: "Checks of the receiving site.",
    labels: { result: ["reachable", "unreachable"] },
  },
  process_cpu_seconds_total: {
    kind: "counter",
    says: "Processor time of the service's own process; its workers are not in it.",
    labels: NO_LABELS,
  },
  process_resident_memory_bytes: {
    kind: "gauge",
    says: "Memory that the service's own process holds.",
    labels: NO_LABELS,
  },
  process_heap_bytes: {
    kind: "gauge",
    says: "Memory of that which JavaScript's objects use.",
    labels: NO_LABELS,
  },
  process_open_fds: {
    kind: "gauge",
    says: "File descriptors that the process has open; 0 where the system does not tell.",
    labels: NO_LABELS,
  },
  process_start_time_seconds: {
    kind: "gauge",
    says: "When the process started, in seconds since 1970.",
    labels: NO_LABELS,
  },
  nodejs_eventloop_utilization: {
    kind: "gauge",
    says: "Share of the time since the last question that the event loop was busy, 0 to 1.",
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
