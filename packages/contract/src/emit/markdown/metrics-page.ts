import { METRIC_NAMES, METRICS, type MetricRow } from "../../metrics.ts";
import { code, page, sentence, table } from "./page.ts";

/** The reference of `GET /metrics`. */
export const metricsPage = (): string =>
  page("Metrics", [
    "`GET /metrics` answers in the Prometheus text format, to whoever presents `SERVICE_API_KEY`. Every label has a closed list of values: nothing that a caller wrote can become one. Counts are of one instance, since its start.",
    table(
      ["Name", "Kind", "Labels", "Meaning"],
      METRIC_NAMES.map((name) => row(name, METRICS[name])),
    ),
    `## Buckets\n\n${table(
      ["Histogram", "Upper bounds"],
      METRIC_NAMES.flatMap((name) => buckets(name, METRICS[name])),
    )}`,
  ]);

const row = (name: string, { kind, labels, says }: MetricRow): readonly string[] => [
  code(name),
  kind,
  Object.entries(labels)
    .map(([label, values]) => `${code(label)}: ${values.map(code).join(", ")}`)
    .join("; ") || "none",
  sentence(says),
];

const buckets = (name: string, row: MetricRow): readonly (readonly string[])[] =>
  row.buckets === undefined ? [] : [[code(name), row.buckets.join(", ")]];
