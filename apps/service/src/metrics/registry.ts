import { METRICS, type MetricLabels, type MetricName, type MetricRow } from "@lumiglyph/contract";
import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** The metrics of the table, each there from the start, in a registry of their own. */
export type MetricRegistry = {
  /** Adds a value to a histogram. */
  readonly observe: <Name extends MetricName>(name: Name, labels: MetricLabels<Name>, value: number) => void;
  /** Says what a counter or a gauge has come to. */
  readonly set: <Name extends MetricName>(name: Name, labels: MetricLabels<Name>, value: number) => void;
  readonly contentType: string;
  readonly text: () => Promise<string>;
};

export const createRegistry = (): MetricRegistry => {
  const registry = new Registry();
  const rows: readonly (readonly [string, MetricRow])[] = Object.entries(METRICS);
  const metrics = new Map(rows.map(([name, row]) => [name, metricOf(name, row, registry)]));
  return {
    observe: (name, labels, value) => {
      const metric = metrics.get(name);
      if (metric instanceof Histogram) metric.observe(labels as Labels, value);
    },
    set: (name, labels, value) => {
      const metric = metrics.get(name);
      if (metric instanceof Gauge) metric.set(labels as Labels, value);
      // a counter can only be added to; what was counted is counted elsewhere
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
