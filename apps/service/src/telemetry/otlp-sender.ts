import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { VERSION } from "@lumiglyph/contract";
import { type HrTime, SpanKind, SpanStatusCode, TraceFlags } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from "@opentelemetry/sdk-trace";
import { TRACE_BOUNDS } from "../tables/tracing.ts";
import type { OnSent, SpanRecord, SpanSender } from "./trace-export.ts";

export type OtlpParts = {
  /** The full URL that spans are posted to. */
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  /** Timeout of a batch, in milliseconds. */
  readonly timeoutMs: number;
  readonly serviceName: string;
  /** Distinguishes this process from others. */
  readonly instanceId: string;
  /** Converts the service's clock to milliseconds since 1970. */
  readonly epoch: (ms: number) => number;
  readonly onSent: OnSent;
};

/**
 * Sends spans by OTLP over HTTP as protobuf, with OpenTelemetry's exporter and batching. Spans arrive complete, with
 * their ids, so the rest of the SDK is not needed.
 */
export const createOtlpSender = (parts: OtlpParts): SpanSender => {
  const agent = new URL(parts.url).protocol === "https:" ? new HttpsAgent(AGENT) : new HttpAgent(AGENT);
  const exporter = new OTLPTraceExporter({
    url: parts.url,
    headers: parts.headers,
    timeoutMillis: parts.timeoutMs,
    concurrencyLimit: TRACE_BOUNDS.waiting / TRACE_BOUNDS.batch,
    httpAgentOptions: () => agent,
  });
  const processor = new BatchSpanProcessor({
    exporter: reporting(exporter, parts, () => agent.destroy()),
    maxQueueSize: TRACE_BOUNDS.waiting,
    maxExportBatchSize: TRACE_BOUNDS.batch,
    scheduledDelayMillis: TRACE_BOUNDS.delayMs,
    // longer than the exporter's own timeout, which reports the outcome of the batch
    exportTimeoutMillis: parts.timeoutMs * 2,
  });
  const source = {
    resource: resourceFromAttributes({
      "service.name": parts.serviceName,
      "service.version": VERSION,
      "service.instance.id": parts.instanceId,
    }),
    instrumentationScope: { name: "@lumiglyph/service", version: VERSION },
  };
  return {
    send: (spans) => {
      for (const span of spans) processor.onEnd(readable(span, source, parts.epoch));
    },
    stop: async () => {
      await processor.shutdown().catch(() => {});
      agent.destroy();
    },
  };
};

const AGENT = { keepAlive: true, maxSockets: TRACE_BOUNDS.waiting / TRACE_BOUNDS.batch };

/**
 * Wraps the exporter to report its results. Its own timeout restarts with every byte, so a trickling receiver could
 * hold a batch forever: connections are cut after the total timeout.
 */
const reporting = (exporter: SpanExporter, { timeoutMs, onSent }: OtlpParts, cut: () => void): SpanExporter => ({
  export: (spans, done) => {
    const overdue = setTimeout(cut, timeoutMs).unref();
    exporter.export(spans, (result) => {
      clearTimeout(overdue);
      onSent(spans.length, result.code === SUCCESS);
      done(result);
    });
  },
  forceFlush: async () => exporter.forceFlush?.(),
  shutdown: () => exporter.shutdown(),
});

/** `ExportResultCode.SUCCESS` of OpenTelemetry's core. */
const SUCCESS = 0;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** A span as the exporter reads it. `tracestate` is left out because it is client input. */
const readable = (
  span: SpanRecord,
  source: Pick<ReadableSpan, "resource" | "instrumentationScope">,
  epoch: OtlpParts["epoch"],
): ReadableSpan => {
  const { traceId, spanId, parentSpanId } = span;
  const context = { traceId, spanId, traceFlags: TraceFlags.SAMPLED };
  const [begun, ended] = [epoch(span.begun), epoch(span.ended)];
  return {
    ...source,
    name: span.name,
    kind: KINDS[span.kind],
    spanContext: () => context,
    ...(parentSpanId === null
      ? {}
      : { parentSpanContext: { ...context, spanId: parentSpanId, isRemote: span.parentIsRemote } }),
    startTime: hrTime(begun),
    endTime: hrTime(ended),
    duration: hrTime(ended - begun),
    status: { code: span.failed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: span.attributes,
    links: span.links.map((link) => ({ context: { ...link, traceFlags: TraceFlags.SAMPLED } })),
    events: [],
    ended: true,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
};

/** Whole seconds and remaining nanoseconds. */
const hrTime = (ms: number): HrTime => {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)];
};
