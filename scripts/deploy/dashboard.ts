import type { MetricName } from "../../apps/service/src/tables/metrics.ts";

type Unit = "reqps" | "s" | "percentunit" | "short" | "bytes";

/** A panel: its title, its unit, and its queries by legend. */
type Panel = readonly [title: string, unit: Unit, queries: { readonly [legend: string]: string }];

const rate = (metric: MetricName | `${MetricName}_count` | `${MetricName}_bucket`, labels = ""): string =>
  `rate(${metric}{job=~"$job"${labels && `, ${labels}`}}[$__rate_interval])`;

const quantile = (share: number, metric: MetricName, labels = ""): string =>
  `histogram_quantile(${share}, sum by (le) (${rate(`${metric}_bucket`, labels)}))`;

const all = (metric: MetricName, labels = ""): string => `sum(${metric}{job=~"$job"${labels && `, ${labels}`}})`;

const p50AndP99 = (metric: MetricName, labels = "") => ({
  p50: quantile(0.5, metric, labels),
  p99: quantile(0.99, metric, labels),
});

const RENDERS = "lumiglyph_render_duration_seconds";
const LOOKUPS = "lumiglyph_cache_lookups_total";

/** Symptoms first, then causes. */
const PANELS: readonly Panel[] = [
  ["Renders by status", "reqps", { "{{status}}": `sum by (status) (${rate(`${RENDERS}_count`)})` }],
  ["Render time", "s", p50AndP99(RENDERS, 'status="200"')],
  ["Renders by format", "reqps", { "{{format}}": `sum by (format) (${rate(`${RENDERS}_count`, 'status="200"')})` }],
  ["Queue", "short", { waiting: all("lumiglyph_queue_depth"), capacity: all("lumiglyph_queue_capacity") }],
  ["Wait for a worker", "s", p50AndP99("lumiglyph_queue_wait_seconds")],
  ["Workers", "short", { "{{state}}": `sum by (state) (lumiglyph_workers{job=~"$job"})` }],
  ["CPU of workers", "short", { "{{instance}}": rate("lumiglyph_worker_cpu_seconds_total") }],
  ["Memory of workers", "bytes", { "{{instance}}": `lumiglyph_worker_resident_memory_bytes{job=~"$job"}` }],
  ["Worker exits", "reqps", { "{{how}}": `sum by (how) (${rate("lumiglyph_worker_ends_total")})` }],
  ["Image fetches", "reqps", { "{{outcome}}": `sum by (outcome) (${rate("lumiglyph_fetch_duration_seconds_count")})` }],
  ["Cache hit rate", "percentunit", { hits: `sum(${rate(LOOKUPS, 'result="hit"')}) / sum(${rate(LOOKUPS)})` }],
  [
    "Renders refused by the rate limit",
    "reqps",
    { refused: `sum(${rate("lumiglyph_limiter_decisions_total", 'result="refused"')})` },
  ],
  ["Redis", "short", { "{{state}}": `sum by (state) (lumiglyph_redis_state{job=~"$job"})` }],
  ["Spans", "reqps", { "{{outcome}}": `sum by (outcome) (${rate("lumiglyph_trace_spans_total")})` }],
  ["Memory of the service process", "bytes", { "{{instance}}": `process_resident_memory_bytes{job=~"$job"}` }],
  ["Event loop utilization", "percentunit", { "{{instance}}": `nodejs_eventloop_utilization{job=~"$job"}` }],
];

/** The Grafana dashboard, two panels a row. */
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
  panels: PANELS.map(([title, unit, queries], index) => ({
    id: index + 1,
    title,
    type: "timeseries",
    datasource: SOURCE,
    gridPos: { x: 12 * (index % 2), y: 8 * Math.floor(index / 2), w: 12, h: 8 },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: Object.entries(queries).map(([legendFormat, expr], at) => ({ refId: "ABC"[at], expr, legendFormat })),
  })),
});

const SOURCE = { type: "prometheus", uid: "$source" };
