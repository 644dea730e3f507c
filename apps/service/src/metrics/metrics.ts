import { readdirSync, readFileSync } from "node:fs";
import type { FormatId } from "@lumiglyph/contract";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { METRICS, type MetricLabel, type MetricLabels, type MetricName, type MetricRow } from "../tables/metrics.ts";
import type { StatusSources } from "./status.ts";

/** A finished render. */
type Render = {
  readonly transport: MetricLabel<"lumiglyph_render_duration_seconds", "transport">;
  /** Null if the request failed before its format was known. */
  readonly format: FormatId | null;
  /** The HTTP status, or its equivalent; null if the client disconnected. */
  readonly status: number | null;
  readonly ms: number;
};

export type FetchOutcome = MetricLabel<"lumiglyph_fetch_duration_seconds", "outcome">;

/** Metrics recorded while renders are served. */
export type RenderMetrics = {
  readonly rendered: (render: Render) => void;
  readonly queued: (ms: number) => void;
  readonly fetched: (outcome: FetchOutcome, ms: number) => void;
  readonly waitedForRedis: (ms: number) => void;
};

/** All metrics of this instance, in the Prometheus text format. */
export type Metrics = RenderMetrics & { readonly contentType: string; readonly text: () => Promise<string> };

export const createMetrics = (sources: MetricSources): Metrics => {
  const { observe, set, contentType, text } = createRegistry();
  const setProcessFigures = createProcessFigures();
  let faults = 0;
  return {
    rendered: ({ transport, format, status, ms }) => {
      if (status === 500) faults++;
      observe(
        "lumiglyph_render_duration_seconds",
        { transport, format: format ?? "none", status: statusLabel(status) },
        ms / 1000,
      );
    },
    queued: (ms) => observe("lumiglyph_queue_wait_seconds", {}, ms / 1000),
    fetched: (outcome, ms) => observe("lumiglyph_fetch_duration_seconds", { outcome }, ms / 1000),
    waitedForRedis: (ms) => observe("lumiglyph_redis_wait_seconds", {}, ms / 1000),
    contentType,
    text: () => {
      set("lumiglyph_faults_total", {}, faults);
      setServiceFigures(set, sources);
      setProcessFigures(set);
      return text();
    },
  };
};

type StatusLabel = MetricLabel<"lumiglyph_render_duration_seconds", "status">;

const statusLabel = (status: number | null): StatusLabel =>
  status === null ? "abandoned" : (STATUSES.find((label) => label === String(status)) ?? "other");

const STATUSES: readonly StatusLabel[] = METRICS.lumiglyph_render_duration_seconds.labels.status;

/** Sets the process metrics; `eventLoopUtilization` covers the time since the last call. */
const createProcessFigures = (): ((set: MetricRegistry["set"]) => void) => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  let before = performance.eventLoopUtilization();
  return (set) => {
    const now = performance.eventLoopUtilization();
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    set("process_cpu_seconds_total", {}, (user + system) / 1e6);
    set("process_resident_memory_bytes", {}, rss);
    set("process_heap_bytes", {}, heapUsed);
    set("process_open_fds", {}, openDescriptors());
    set("lumiglyph_build_info", { version, node: process.versions.node }, 1);
    set("process_start_time_seconds", {}, Math.round(performance.timeOrigin) / 1000);
    set("nodejs_eventloop_utilization", {}, performance.eventLoopUtilization(now, before).utilization);
    before = now;
  };
};

/** Open descriptors by proc(5), without the one used for counting; 0 if there is no such folder. */
const openDescriptors = (): number => {
  try {
    return readdirSync("/proc/self/fd").length - 1;
  } catch {
    return 0;
  }
};

/** Sources of the metrics besides those of the status. */
type MetricSources = StatusSources & {
  readonly workerPids: () => readonly number[];
  readonly receiverChecks: () => { readonly reachable: number; readonly unreachable: number };
};

type Set = MetricRegistry["set"];

/** Sets the service's own metrics. */
const setServiceFigures = (set: Set, sources: MetricSources): void => {
  setLoad(set, sources);
  setShared(set, sources);
  setTraces(set, sources);
  setReceiver(set, sources);
};

const setLoad = (set: Set, { load, workers, workerPids }: MetricSources): void => {
  const { workers: alive, busy, queued, capacity } = load();
  set("lumiglyph_queue_depth", {}, queued);
  set("lumiglyph_queue_capacity", {}, capacity);
  set("lumiglyph_workers", { state: "alive" }, alive);
  set("lumiglyph_workers", { state: "busy" }, busy);
  const { started, ...ends } = workers();
  set("lumiglyph_worker_starts_total", {}, started);
  for (const how of METRICS.lumiglyph_worker_ends_total.labels.how)
    set("lumiglyph_worker_ends_total", { how }, ends[how]);
  const { cpuSeconds, residentBytes } = workerUsage(workerPids());
  set("lumiglyph_worker_cpu_seconds_total", {}, cpuSeconds);
  set("lumiglyph_worker_resident_memory_bytes", {}, residentBytes);
};

/**
 * CPU time and memory of the worker processes, from proc(5). The kernel adds an ended process's
 * time to its parent when Node reaps it, between two turns of the event loop, so nothing is counted
 * twice or lost.
 */
const workerUsage = (pids: readonly number[]): { readonly cpuSeconds: number; readonly residentBytes: number } => {
  const ended = cpuTicks("self").slice(2);
  const running = pids.flatMap((pid) => cpuTicks(pid).slice(0, 2));
  const ticks = [...ended, ...running].reduce((sum, part) => sum + part, 0);
  const kibibytes = pids.map((pid) => Number(/^VmRSS:\s*(\d+) kB$/m.exec(readProc(pid, "status"))?.[1] ?? 0));
  return {
    cpuSeconds: ticks / TICKS_PER_SECOND,
    residentBytes: kibibytes.reduce((sum, part) => sum + part, 0) * 1024,
  };
};

/** User and system time of a process, then of its children that have ended, in ticks. */
const cpuTicks = (pid: number | "self"): readonly number[] =>
  // fields 14 to 17; the second, a name, may contain anything, even blanks and brackets
  readProc(pid, "stat").replace(/^.*\)/s, "").trim().split(" ").slice(11, 15).map(Number);

/** Fixed on every Linux, whatever the kernel's own clock. */
const TICKS_PER_SECOND = 100;

/** Empty if the process has gone or the system has no /proc. */
const readProc = (pid: number | "self", name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
};

const setShared = (set: Set, { shared }: MetricSources): void => {
  const { cache, limiter, redis } = shared();
  set("lumiglyph_cache_lookups_total", { result: "hit" }, cache.hits);
  set("lumiglyph_cache_lookups_total", { result: "miss" }, cache.misses);
  set("lumiglyph_cache_stored_total", {}, cache.stored);
  set("lumiglyph_cache_stored_bytes_total", {}, cache.storedBytes);
  set("lumiglyph_cache_held_bytes", {}, cache.heldBytes);
  set("lumiglyph_cache_errors_total", {}, cache.errors);
  set("lumiglyph_limiter_decisions_total", { result: "allowed" }, limiter.allowed);
  set("lumiglyph_limiter_decisions_total", { result: "refused" }, limiter.refused);
  set("lumiglyph_limiter_fallbacks_total", {}, limiter.fallbacks);
  set("lumiglyph_limiter_instances", {}, limiter.instances);
  for (const backend of METRICS.lumiglyph_cache_backend.labels.backend) {
    set("lumiglyph_cache_backend", { backend }, one(cache.backend === backend));
    set("lumiglyph_limiter_backend", { backend }, one(limiter.backend === backend));
  }
  for (const state of METRICS.lumiglyph_redis_state.labels.state)
    set("lumiglyph_redis_state", { state }, one(redis.state === state));
};

const setTraces = (set: Set, sources: MetricSources): void => {
  const { spans, traces } = sources.traces();
  for (const outcome of METRICS.lumiglyph_trace_spans_total.labels.outcome)
    set("lumiglyph_trace_spans_total", { outcome }, spans[outcome]);
  set("lumiglyph_trace_spans_waiting", {}, spans.waiting);
  for (const decision of METRICS.lumiglyph_traces_total.labels.decision)
    set("lumiglyph_traces_total", { decision }, traces[decision]);
};

const setReceiver = (set: Set, { receiver, receiverChecks }: MetricSources): void => {
  const found = receiver();
  for (const status of METRICS.lumiglyph_receiver_status.labels.status)
    set("lumiglyph_receiver_status", { status }, one(found.status === status));
  const checks = receiverChecks();
  for (const result of METRICS.lumiglyph_receiver_checks_total.labels.result)
    set("lumiglyph_receiver_checks_total", { result }, checks[result]);
};

const one = (holds: boolean): number => (holds ? 1 : 0);

/** The metrics of the table, all registered at startup, in their own registry. */
type MetricRegistry = {
  /** Adds a value to a histogram. */
  readonly observe: <Name extends MetricName>(name: Name, labels: MetricLabels<Name>, value: number) => void;
  /** Sets a counter or gauge. */
  readonly set: <Name extends MetricName>(name: Name, labels: MetricLabels<Name>, value: number) => void;
  readonly contentType: string;
  readonly text: () => Promise<string>;
};

const createRegistry = (): MetricRegistry => {
  const registry = new Registry();
  const rows: readonly (readonly [string, MetricRow])[] = Object.entries(METRICS);
  const metrics = new Map(rows.map(([name, row]) => [name, metricOf(name, row, registry)]));
  // start at zero: alerts compute increases, which would miss the first event of a new series
  for (const outcome of METRICS.lumiglyph_fetch_duration_seconds.labels.outcome)
    (metrics.get("lumiglyph_fetch_duration_seconds") as Histogram).zero({ outcome });
  return {
    observe: (name, labels, value) => {
      const metric = metrics.get(name);
      if (metric instanceof Histogram) metric.observe(labels as Labels, value);
    },
    set: (name, labels, value) => {
      const metric = metrics.get(name);
      if (metric instanceof Gauge) metric.set(labels as Labels, value);
      // counters can only be incremented, but these are counted elsewhere
      if (metric instanceof Counter) {
        metric.remove(labels as Labels);
        metric.inc(labels as Labels, value);
      }
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
};

type Labels = { readonly [label: string]: string };

type Metric = Counter | Gauge | Histogram;

const metricOf = (name: string, { kind, says, labels, buckets }: MetricRow, registry: Registry): Metric => {
  const about = { name, help: says, labelNames: Object.keys(labels), registers: [registry] };
  switch (kind) {
    case "counter":
      return new Counter(about);
    case "gauge":
      return new Gauge(about);
    case "histogram":
      return new Histogram({ ...about, buckets: [...(buckets ?? [])] });
  }
};
