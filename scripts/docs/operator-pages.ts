import { code, page, sentence, table } from "../../apps/service/src/documents/markdown/page.ts";
import { METRIC_NAMES, METRICS, type MetricRow } from "../../apps/service/src/tables/metrics.ts";
import {
  SECRET_FILE_NAMES,
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  type SettingName,
} from "../../apps/service/src/tables/settings.ts";
import {
  SPANS,
  type SpanRow,
  TRACE_ATTRIBUTES,
  TRACE_BOUNDS,
  type TraceAttribute,
} from "../../apps/service/src/tables/tracing.ts";

/** The reference of the environment settings. */
export const settingsPage = (): string =>
  page(
    "Settings",
    [
      "Settings come from the environment and are read once, at startup. An invalid value stops the service with a message that says what to set.",
      `Secrets can be in files, as Docker, Kubernetes and systemd hand them over: ${SECRET_FILE_NAMES.map(code).join(", ")} each name a file that holds the value; a line feed at its end does not count. A file that cannot be read stops the start, and so does a secret that is set in both ways.`,
      table(["Name", "Value", "Default", "Meaning"], SETTING_NAMES.map(settingRow)),
    ],
    "apps/service",
  );

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
    case "host":
      return "IP address or host name";
    case "origin":
      return "origin: scheme, host and port";
    case "url":
      return "http or https URL";
    case "secret":
      return "secret text, or its file in `…_FILE`";
    case "headers":
      return "`name=value`, separated by commas, values percent-encoded, or its file in `…_FILE`";
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
  page(
    "Metrics",
    [
      "`GET /metrics` returns the Prometheus text format: on the public port it requires `SERVICE_API_KEY`, on `SERVICE_METRICS_PORT` nothing. Every label has a closed list of values: client input never becomes one. Counts are per instance, since its start.",
      table(
        ["Name", "Kind", "Labels", "Meaning"],
        METRIC_NAMES.map((name) => row(name, METRICS[name])),
      ),
      `## Buckets\n\n${table(
        ["Histogram", "Upper bounds"],
        METRIC_NAMES.flatMap((name) => buckets(name, METRICS[name])),
      )}`,
    ],
    "apps/service",
  );

const row = (name: string, { kind, labels, says }: MetricRow): readonly string[] => [
  code(name),
  kind,
  Object.entries(labels)
    .map(([label, values]) => `${code(label)}: ${values.map(code).join(", ") || "of this process"}`)
    .join("; ") || "none",
  sentence(says),
];

const buckets = (name: string, row: MetricRow): readonly (readonly string[])[] =>
  row.buckets === undefined ? [] : [[code(name), row.buckets.join(", ")]];

/** The reference of exported traces. */
export const tracingPage = (): string =>
  page(
    "Tracing",
    [
      "With `SERVICE_API_KEY` and `OTEL_EXPORTER_OTLP_ENDPOINT` set, renders and tool calls are exported as OpenTelemetry spans: OTLP over HTTP in protobuf, with the credential as the bearer token, or with `OTEL_EXPORTER_OTLP_HEADERS` for a receiver that wants other headers. Text from clients is never exported: an attribute that is not in the table below, or has a value that its row does not allow, is left out.",
      `## Spans\n\n${table(["Name", "Kind", "Under", "What it is"], Object.entries(SPANS).map(spanRow))}\n\n${STAGES}`,
      `## Attributes\n\n${table(["Key", "Value", "Source"], Object.entries(TRACE_ATTRIBUTES).map(attributeRow))}\n\n${RESOURCE}`,
      `## Bounds\n\n${BOUNDS}`,
    ],
    "apps/service",
  );

const STAGES = "Each pipeline stage that ran on the whole grid has its own span under `worker`, named after the stage.";

const RESOURCE =
  "The resource has `service.name` (`OTEL_SERVICE_NAME`), `service.version` and `service.instance.id`, which is random for each process. Names follow the semantic conventions of OpenTelemetry where they exist.";

const BOUNDS = [
  `- At most ${TRACE_BOUNDS.tracesPerSecond} traces per second, ${TRACE_BOUNDS.keptForFailures} of them reserved for server errors (status 500 and above). A client's \`traceparent\` that is not sampled is respected, except for these.`,
  `- At most ${TRACE_BOUNDS.waiting} spans wait. A trace that does not fit is left out as a whole. Spans are sent in batches of ${TRACE_BOUNDS.batch}, after ${TRACE_BOUNDS.delayMs} ms at the latest; \`OTEL_EXPORTER_OTLP_TIMEOUT\` limits the time for a batch.`,
  "- The sampled flag of the returned `traceparent` says whether the trace was chosen.",
  "- Exported, failed and dropped spans and left-out traces are counted: see `lumiglyph_trace_spans_total` and `lumiglyph_traces_total` in the [metrics](metrics.md).",
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
      return row.max === Number.MAX_SAFE_INTEGER ? "integer" : `integer, ${row.min} to ${row.max}`;
    case "number":
      return "number";
    case "flag":
      return "true or false";
    case "own host":
      return "host name from the settings";
  }
};

/** Maximum words listed in a cell. */
const MANY = 12;
