import {
  METRIC_NAMES,
  METRICS,
  type MetricRow,
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  type SettingName,
  SPANS,
  type SpanRow,
  TRACE_ATTRIBUTES,
  TRACE_BOUNDS,
  type TraceAttribute,
} from "@lumiglyph/contract";
import { code, page, sentence, table } from "./page.ts";

/** The reference of the environment settings. */
export const settingsPage = (): string =>
  page("Settings", [
    "Settings come from the environment and are read once, at the start. A wrong settingValue stops the start with a sentence that says what to set.",
    table(["Name", "Value", "Default", "Meaning"], SETTING_NAMES.map(settingRow)),
  ]);

const settingRow = (name: SettingName): readonly string[] => {
  const setting: Setting = SETTINGS[name];
  return [code(name), settingValue(setting), defaultOf(setting), sentence(setting.says)];
};

const settingValue = (setting: Setting): string => {
  switch (setting.kind) {
    case "integer":
      return `integer, ${setting.min} to ${setting.max}${setting.unit === undefined ? "" : ` ${setting.unit}`}`;
    case "flag":
      return "`true`, `false`";
    case "choice":
      return setting.values.map(code).join(", ");
    case "list":
      return `${setting.of}, separated by commas${setting.values === undefined ? "" : `: ${setting.values.map(code).join(", ")}`}`;
    case "text":
      return setting.of;
    case "origin":
      return "origin: scheme, host and port";
    case "url":
      return "http or https address";
    case "secret":
      return "secret text";
  }
};

const defaultOf = (setting: Setting): string => {
  if (setting.defaultSays !== undefined) return setting.defaultSays;
  const given: unknown = setting.default;
  const text = Array.isArray(given) ? given.join(",") : String(given ?? "");
  return text === "" ? "none" : code(text);
};

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

/** The reference of what is exported about renders and tool calls. */
export const tracingPage = (): string =>
  page("Tracing", [
    "With `SERVICE_API_KEY` and `OTEL_EXPORTER_OTLP_ENDPOINT` set, renders and tool calls are exported as OpenTelemetry spans: OTLP over HTTP in protobuf, the credential as the bearer token. Nothing that a caller wrote as text is among it: an attribute that is not in the table below, or whose value its row does not allow, is left out.",
    `## Spans\n\n${table(["Name", "Kind", "Under", "What it is"], Object.entries(SPANS).map(spanRow))}\n\n${STAGES}`,
    `## Attributes\n\n${table(["Key", "Value", "Comes from"], Object.entries(TRACE_ATTRIBUTES).map(attributeRow))}\n\n${RESOURCE}`,
    `## Bounds\n\n${BOUNDS}`,
  ]);

const STAGES =
  "Under `worker` there is one more span for each stage of the pipeline that was run on a whole page, by the stage's own name.";

const RESOURCE =
  "The resource has `service.name` (`OTEL_SERVICE_NAME`), `service.version` and `service.instance.id`, which is random for each process. Names follow the semantic conventions of OpenTelemetry where there are any.";

const BOUNDS = [
  `- At most ${TRACE_BOUNDS.tracesPerSecond} traces in any second, ${TRACE_BOUNDS.keptForFailures} of them kept for failures of the service's own (status 500 and above). A caller's \`traceparent\` that says unsampled is obeyed, but for these.`,
  `- At most ${TRACE_BOUNDS.waiting} spans wait. A trace that finds no room is left out whole. They go in batches of ${TRACE_BOUNDS.batch}, at the latest after ${TRACE_BOUNDS.delayMs} ms; a batch has \`OTEL_EXPORTER_OTLP_TIMEOUT\` to be taken.`,
  "- The sampled flag of the `traceparent` that is answered says whether the trace was chosen.",
  "- What was taken, failed, dropped or left out is counted: see `lumiglyph_trace_spans_total` and `lumiglyph_traces_total` in the [metrics](metrics.md).",
].join("\n");

const spanRow = ([name, { kind, under, says }]: [string, SpanRow]): readonly string[] => [
  code(name),
  kind,
  under,
  sentence(says),
];

const attributeRow = ([key, row]: [string, TraceAttribute]): readonly string[] => [code(key), valueCell(row), row.from];

const valueCell = (row: TraceAttribute): string => {
  switch (row.kind) {
    case "choice":
      return row.values.length > MANY ? `one of ${row.values.length} words` : row.values.map(code).join(", ");
    case "integer":
      return row.max === Number.MAX_SAFE_INTEGER ? "whole number" : `whole number, ${row.min} to ${row.max}`;
    case "number":
      return "number";
    case "flag":
      return "true or false";
    case "own host":
      return "host name of the operator's own settings";
  }
};

/** More words than a cell shows. */
const MANY = 12;
