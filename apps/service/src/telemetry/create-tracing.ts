import { randomUUID } from "node:crypto";
import type { Settings } from "@lumiglyph/contract";
import type { Clock } from "../clock.ts";
import { createEpoch } from "./epoch.ts";
import { tracesUrl } from "./receiver-url.ts";
import { createSampling } from "./sampling.ts";
import { createTraceExport, type TraceExportParts } from "./trace-export.ts";
import type { Tracing } from "./tracing.ts";

/** Trace export as the settings say; null unless both the credential and a receiver of traces are set (decision 4). */
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
