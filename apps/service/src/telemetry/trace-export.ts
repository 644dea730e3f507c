import type { PlatformStatus } from "../tables/platform-status.ts";
import { TRACE_BOUNDS, type TraceAttributes } from "../tables/tracing.ts";
import type { TraceContext } from "../trace/trace-context.ts";

/** The status of trace export since startup. */
export type TraceStatus = PlatformStatus["traceExport"];

/** Sends spans to their receiver in the background; nobody waits for it. */
export type TraceExport = {
  /** Whether there is room for a whole trace. */
  readonly hasRoom: () => boolean;
  /** Takes the spans of a trace, or drops them all if there is no room. */
  readonly offer: (spans: readonly SpanRecord[]) => void;
  readonly status: () => Pick<TraceStatus, "state" | "spans">;
  /** Flushes briefly, then stops. */
  readonly stop: () => Promise<void>;
};

/** Sends spans and reports each of them once. */
export type SpanSender = {
  readonly send: (spans: readonly SpanRecord[]) => void;
  /** Flushes and stops. */
  readonly stop: () => Promise<void>;
};

/** Called with the number of spans that were sent, and whether they were accepted. */
export type OnSent = (count: number, accepted: boolean) => void;

export type TraceExportParts = {
  /** Loads the sender on demand. */
  readonly load: (onSent: OnSent) => Promise<SpanSender>;
  readonly log: { readonly [Level in "info" | "warn"]: (sentence: string) => void };
};

export const createTraceExport = ({ load, log }: TraceExportParts): TraceExport => {
  const counts = { exported: 0, failed: 0, dropped: 0 };
  let waiting = 0;
  let failing = false;
  let stopped = false;
  let buffered: SpanRecord[] = [];
  let sender: SpanSender | null = null;
  const onSent: OnSent = (count, accepted) => {
    waiting -= count;
    counts[accepted ? "exported" : "failed"] += count;
    if (failing === accepted) logChange(accepted);
    failing = !accepted;
  };
  const logChange = (accepted: boolean) =>
    accepted ? log.info("The trace receiver accepts spans again.") : log.warn("The trace receiver accepts no spans.");
  const drop = (count: number) => {
    counts.dropped += count;
  };
  const loading = load(onSent).then(
    (loaded) => {
      sender = loaded;
      if (buffered.length > 0) loaded.send(buffered);
      buffered = [];
    },
    () => {
      stopped = true;
      drop(waiting);
      waiting = 0;
      buffered = [];
      failing = true;
      log.warn("Trace export failed to load: nothing is exported.");
    },
  );
  return {
    hasRoom: () => !stopped && waiting + SPANS_A_TRACE <= TRACE_BOUNDS.waiting,
    offer: (spans) => {
      if (stopped || waiting + spans.length > TRACE_BOUNDS.waiting) return drop(spans.length);
      waiting += spans.length;
      if (sender === null) buffered.push(...spans);
      else sender.send(spans);
    },
    status: () => ({ state: failing ? "failing" : "on", spans: { ...counts, waiting } }),
    stop: async () => {
      await within(
        FLUSH_MS,
        loading.then(() => {
          stopped = true;
          return sender?.stop();
        }),
      );
    },
  };
};

/** Maximum spans of nearly all renders. */
const SPANS_A_TRACE = 40;

/** Milliseconds to flush the last spans. */
const FLUSH_MS = 1500;

/** Waits for a promise, but at most `ms` milliseconds. */
const within = async (ms: number, work: Promise<unknown>): Promise<void> => {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work.catch(() => {}), over]);
  clearTimeout(timer);
};

/** A completed span as plain data, in milliseconds of the service's clock. */
export type SpanRecord = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  /** Whether the parent belongs to another system. */
  readonly parentIsRemote: boolean;
  readonly name: string;
  readonly kind: "server" | "client" | "internal";
  readonly begun: number;
  readonly ended: number;
  readonly attributes: TraceAttributes;
  readonly links: readonly SpanLink[];
  /** Whether the service failed, rather than refused. */
  readonly failed: boolean;
};

/** A related span. */
export type SpanLink = Pick<TraceContext, "traceId" | "spanId">;
