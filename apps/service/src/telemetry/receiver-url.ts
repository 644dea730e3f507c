import type { Settings } from "@lumiglyph/contract";

/** The whole address that spans are posted to, or null where none is set (OpenTelemetry's rules for the two settings). */
export const tracesUrl = (settings: Settings): string | null => {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole, OTEL_EXPORTER_OTLP_ENDPOINT: base } = settings;
  if (whole !== null) return whole;
  return base === null ? null : `${base.replace(/\/$/, "")}/v1/traces`;
};
