import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { TRACE_BOUNDS, VERSION } from "@lumiglyph/contract";
import { type HrTime, SpanKind, SpanStatusCode, TraceFlags } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from "@opentelemetry/sdk-trace";
import type { OnSent, SpanRecord, SpanSender } from "./trace-export.ts";

export type OtlpParts = {
  /** The whole address that spans are posted to. */
  readonly url: string;
  readonly credential: string;
  /** Milliseconds for a batch. */
  readonly timeoutMs: number;
  readonly serviceName: string;
  /** What tells this process from others. */
  readonly instanceId: string;
  /** A moment of the service's clock in milliseconds since 1970. */
  readonly epoch: (ms: number) => number;
  readonly onSent: OnSent;
};

/**
 * Sends spans by OTLP over HTTP, in protobuf, with OpenTelemetry's own exporter and batches. Spans are over when they come
 * here, ids and all: of the rest of the SDK nothing is needed.
 */
export const createOtlpSender = (parts: OtlpParts): SpanSender => {
  const agent = new URL(parts.url).protocol === "https:" ? new HttpsAgent(AGENT) : new HttpAgent(AGENT);
  const exporter = new OTLPTraceExporter({
    url: parts.url,
    headers: { authorization: `Bearer ${parts.credential}` },
    timeoutMillis: parts.timeoutMs,
    concurrencyLimit: TRACE_BOUNDS.waiting / TRACE_BOUNDS.batch,
    httpAgentOptions: () => agent,
  });
  const processor = new BatchSpanProcessor({
    exporter: watched(exporter, parts, () => agent.destroy()),
    maxQueueSize: TRACE_BOUNDS.waiting,
    maxExportBatchSize: TRACE_BOUNDS.batch,
    scheduledDelayMillis: TRACE_BOUNDS.delayMs,
    // behind the exporter's own, which tells what became of the batch
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
 * The exporter with its results told. Its own time runs from byte to byte, so that a receiver which drips would hold a
 * batch for ever: past the time for a whole batch the connections are cut.
 */
const watched = (exporter: SpanExporter, { timeoutMs, onSent }: OtlpParts, cut: () => void): SpanExporter => ({
  export: (spans, tell) => {
    const overdue = setTimeout(cut, timeoutMs).unref();
    exporter.export(spans, (result) => {
      clearTimeout(overdue);
      onSent(spans.length, result.code === TAKEN);
      tell(result);
    });
  },
  forceFlush: async () => exporter.forceFlush?.(),
  shutdown: () => exporter.shutdown(),
});

/** `ExportResultCode.SUCCESS` of OpenTelemetry's core. */
const TAKEN = 0;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** A span as the exporter reads it. Other parties' state is not passed on: it is text that a caller sent. */
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

/** Whole seconds, and the nanoseconds beyond them. */
const hrTime = (ms: number): HrTime => {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)];
};
