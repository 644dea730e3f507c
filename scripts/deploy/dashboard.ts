import type { MetricName } from "@lumiglyph/contract";

/** A panel: what it shows, by which queries, and in what unit. */
type Panel = {
  readonly title: string;
  readonly unit: "reqps" | "s" | "percentunit" | "short" | "bytes";
  readonly queries: readonly (readonly [legend: string, query: string])[];
};

const rate = (metric: MetricName | `${MetricName}_count` | `${MetricName}_bucket`, labels = ""): string =>
  `rate(${metric}{job=~"$job"${labels && `, ${labels}`}}[$__rate_interval])`;

const quantile = (share: number, metric: MetricName, labels = ""): string =>
  `histogram_quantile(${share}, sum by (le) (${rate(`${metric}_bucket`, labels)}))`;

const all = (metric: MetricName, labels = ""): string => `sum(${metric}{job=~"$job"${labels && `, ${labels}`}})`;

/** From what users notice down to what it comes from. */
const PANELS: readonly Panel[] = [
  {
    title: "Renders by what came of them",
    unit: "reqps",
    queries: [["{{status}}", `sum by (status) (${rate("lumiglyph_render_duration_seconds_count")})`]],
  },
  {
    title: "How long they take",
    unit: "s",
    queries: [
      ["half", quantile(0.5, "lumiglyph_render_duration_seconds", 'status="200"')],
      ["99 of 100", quantile(0.99, "lumiglyph_render_duration_seconds", 'status="200"')],
    ],
  },
  {
    title: "Renders by format",
    unit: "reqps",
    queries: [["{{format}}", `sum by (format) (${rate("lumiglyph_render_duration_seconds_count", 'status="200"')})`]],
  },
  {
    title: "Queue",
    unit: "short",
    queries: [
      ["waiting", all("lumiglyph_queue_depth")],
      ["places", all("lumiglyph_queue_capacity")],
    ],
  },
  {
    title: "Wait for a worker",
    unit: "s",
    queries: [
      ["half", quantile(0.5, "lumiglyph_queue_wait_seconds")],
      ["99 of 100", quantile(0.99, "lumiglyph_queue_wait_seconds")],
    ],
  },
  {
    title: "Workers",
    unit: "short",
    queries: [["{{state}}", `sum by (state) (lumiglyph_workers{job=~"$job"})`]],
  },
  {
    title: "Workers that ended",
    unit: "reqps",
    queries: [["{{how}}", `sum by (how) (${rate("lumiglyph_worker_ends_total")})`]],
  },
  {
    title: "Pictures from other hosts",
    unit: "reqps",
    queries: [["{{outcome}}", `sum by (outcome) (${rate("lumiglyph_fetch_duration_seconds_count")})`]],
  },
  {
    title: "Outputs found in the cache",
    unit: "percentunit",
    queries: [
      [
        "hits",
        `sum(${rate("lumiglyph_cache_lookups_total", 'result="hit"')}) / sum(${rate("lumiglyph_cache_lookups_total")})`,
      ],
    ],
  },
  {
    title: "Renders that a client's share refused",
    unit: "reqps",
    queries: [["refused", `sum(${rate("lumiglyph_limiter_decisions_total", 'result="refused"')})`]],
  },
  {
    title: "Redis",
    unit: "short",
    queries: [["{{state}}", `sum by (state) (lumiglyph_redis_state{job=~"$job"})`]],
  },
  {
    title: "Spans",
    unit: "reqps",
    queries: [["{{outcome}}", `sum by (outcome) (${rate("lumiglyph_trace_spans_total")})`]],
  },
  {
    title: "Memory of the service's own process",
    unit: "bytes",
    queries: [["{{instance}}", `process_resident_memory_bytes{job=~"$job"}`]],
  },
  {
    title: "Event loop",
    unit: "percentunit",
    queries: [["{{instance}}", `nodejs_eventloop_utilization{job=~"$job"}`]],
  },
];

/** A dashboard for Grafana, two panels a row. */
export const dashboard = (): object => ({
  title: "Lumiglyph",
  uid: "lumiglyph",
  schemaVersion: 39,
  editable: true,
  refresh: "30s",
  time: { from: "now-3h", to: "now" },
  templating: {
    list: [
      { name: "source", type: "datasource", query: "prometheus" },
      {
        name: "job",
        type: "query",
        datasource: SOURCE,
        query: "label_values(lumiglyph_queue_capacity, job)",
        includeAll: true,
        multi: true,
        current: { text: "All", value: "$__all" },
      },
    ],
  },
  panels: PANELS.map(({ title, unit, queries }, index) => ({
    id: index + 1,
    title,
    type: "timeseries",
    datasource: SOURCE,
    gridPos: { x: 12 * (index % 2), y: 8 * Math.floor(index / 2), w: 12, h: 8 },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: queries.map(([legendFormat, expr], at) => ({ refId: "ABC"[at], expr, legendFormat })),
  })),
});

const SOURCE = { type: "prometheus", uid: "$source" };
