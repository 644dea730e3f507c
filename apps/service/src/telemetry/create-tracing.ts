import { randomUUID } from "node:crypto";
import type { Settings } from "@lumiglyph/contract";
import type { Clock } from "../clock.ts";
import { createTraceExport, type TraceExportParts } from "./trace-export.ts";
import { createSampling, type Tracing } from "./tracing.ts";

/** Trace export as the settings say; null unless both the credential and a receiver of traces are set (answers 4.3). */
export const createTracing = (settings: Settings, clock: Clock, log: TraceExportParts["log"]): Tracing | null => {
  const { SERVICE_API_KEY: credential } = settings;
  const url = tracesUrl(settings);
  if (credential === null || url === null) return null;
  const parts = {
    ...{ url, credential },
    timeoutMs: settings.OTEL_EXPORTER_OTLP_TIMEOUT,
    serviceName: settings.OTEL_SERVICE_NAME,
    instanceId: randomUUID(),
    epoch: createEpoch(clock, Date.now),
  };
  const load: TraceExportParts["load"] = async (onSent) => {
    // loaded here alone: who exports nothing pays nothing for it
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
 * Turns moments of the service's clock into milliseconds since 1970. The two run apart over days; small differences are
 * left alone, or a span could seem to begin before the one that it is part of.
 */
export const createEpoch = (clock: Clock, now: () => number): ((ms: number) => number) => {
  let offset = now() - clock();
  return (ms) => {
    const latest = now() - clock();
    if (Math.abs(latest - offset) > TOLERANCE_MS) offset = latest;
    return offset + ms;
  };
};

const TOLERANCE_MS = 50;

/** The whole address that spans are posted to, or null where none is set (OpenTelemetry's rules for the two settings). */
export const tracesUrl = (settings: Settings): string | null => {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole, OTEL_EXPORTER_OTLP_ENDPOINT: base } = settings;
  if (whole !== null) return whole;
  return base === null ? null : `${base.replace(/\/$/, "")}/v1/traces`;
};
