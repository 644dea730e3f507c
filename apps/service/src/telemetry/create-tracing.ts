import { randomUUID } from "node:crypto";
import type { Clock } from "../clock.ts";
import { outboundKey } from "../security/keys.ts";
import type { Settings } from "../tables/settings.ts";
import { createTraceExport, type TraceExportParts } from "./trace-export.ts";
import { createSampling, type Tracing } from "./tracing.ts";

/** Creates trace export from the settings; null unless both the credential and an endpoint are set (answers 4.3). */
export const createTracing = (settings: Settings, clock: Clock, log: TraceExportParts["log"]): Tracing | null => {
  const credential = outboundKey(settings);
  const url = tracesUrl(settings);
  if (credential === null || url === null) return null;
  const parts = {
    url,
    headers: { authorization: `Bearer ${credential}`, ...exportHeaders(settings) },
    timeoutMs: settings.OTEL_EXPORTER_OTLP_TIMEOUT,
    serviceName: settings.OTEL_SERVICE_NAME,
    instanceId: randomUUID(),
    epoch: createEpoch(clock, Date.now),
  };
  const load: TraceExportParts["load"] = async (onSent) => {
    // loaded on demand, so that it costs nothing if unused
    const { createOtlpSender } = await import("./otlp-sender.ts");
    return createOtlpSender({ ...parts, onSent });
  };
  return {
    sampling: createSampling(clock),
    traceExport: createTraceExport({ load, log }),
    receiver: new URL(url).origin,
  };
};

/**
 * Converts the service's clock to milliseconds since 1970. The two drift apart over days; small differences are
 * ignored, otherwise a span could seem to begin before its parent.
 */
export const createEpoch = (clock: Clock, now: () => number): ((ms: number) => number) => {
  let offset = now() - clock();
  return (ms) => {
    const [before, day, after] = [clock(), now(), clock()];
    // if the process was paused between two readings, they are useless
    const isExact = after - before < 1;
    if (isExact && Math.abs(day - after - offset) > TOLERANCE_MS) offset = day - after;
    return offset + ms;
  };
};

const TOLERANCE_MS = 50;

/** The receiver's own headers. */
export const exportHeaders = (settings: Settings): { readonly [name: string]: string } => ({
  ...settings.OTEL_EXPORTER_OTLP_HEADERS,
  ...settings.OTEL_EXPORTER_OTLP_TRACES_HEADERS,
});

/** The full URL that spans are posted to, or null if none is set (OpenTelemetry's rules for the two settings). */
export const tracesUrl = (settings: Settings): string | null => {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole, OTEL_EXPORTER_OTLP_ENDPOINT: base } = settings;
  if (whole !== null) return whole;
  return base === null ? null : `${base.replace(/\/$/, "")}/v1/traces`;
};
