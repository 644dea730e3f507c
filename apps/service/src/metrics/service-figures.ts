import { METRICS } from "@lumiglyph/contract";
import type { StatusSources } from "../platform/status.ts";
import type { MetricRegistry } from "./registry.ts";

/** What metrics ask besides what the status does. */
export type MetricSources = StatusSources & {
  readonly receiverChecks: () => { readonly reachable: number; readonly unreachable: number };
};

type Set = MetricRegistry["set"];

/** Says what the service's own counts have come to. */
export const setServiceFigures = (set: Set, sources: MetricSources): void => {
  setLoad(set, sources);
  setShared(set, sources);
  setTraces(set, sources);
  setReceiver(set, sources);
};

const setLoad = (set: Set, { load, workers }: MetricSources): void => {
  const { workers: alive, busy, queued, capacity } = load();
  set("lumiglyph_queue_depth", {}, queued);
  set("lumiglyph_queue_capacity", {}, capacity);
  set("lumiglyph_workers", { state: "alive" }, alive);
  set("lumiglyph_workers", { state: "busy" }, busy);
  const { started, ...ends } = workers();
  set("lumiglyph_worker_starts_total", {}, started);
  for (const how of METRICS.lumiglyph_worker_ends_total.labels.how)
    set("lumiglyph_worker_ends_total", { how }, ends[how]);
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
