import { type ErrorCode, statusOf, TOOL_NAME } from "@lumiglyph/contract";
import type { Clock } from "../clock.ts";
import type { RenderMetrics } from "../metrics/metrics.ts";
import type { RenderObserver } from "../render/observer.ts";
import type { TraceContext } from "../trace/trace-context.ts";
import { closedAttributes, createRenderRecord } from "./render-record.ts";
import { renderSpans } from "./render-spans.ts";
import { createDecision, type Decision, type Tracing } from "./tracing.ts";

/** A tool call as received. Its id and revision are client input: what may be exported of them is decided later. */
export type ToolCall = {
  /** The call's own trace, or that of the request. */
  readonly trace: TraceContext;
  readonly id: unknown;
  readonly revision: unknown;
};

/** How a call ended: success, an error from the table, an internal error, or a disconnected client. */
type CallEnd = null | ErrorCode | "internal" | "abandoned";

/** The record of one tool call. */
export type CallRecord = {
  readonly observer: Partial<RenderObserver>;
  /** The trace to put into the call's result, once it is known whether the service failed. */
  readonly settle: (failed: boolean) => TraceContext;
  readonly end: (how: CallEnd) => void;
};

/** A call that is not recorded. */
export const unrecorded = ({ trace }: Pick<ToolCall, "trace">): CallRecord => ({
  observer: {},
  settle: () => trace,
  end: () => {},
});

export type CallParts = {
  readonly clock: Clock;
  readonly freshId: () => string;
  readonly metrics: RenderMetrics | null;
  readonly tracing: Tracing | null;
};

/** The request that contains a call: its trace, and whether that is exported. */
export type Carrier = { readonly trace: TraceContext; readonly decision: Decision | null };

export const createCallRecord = (call: ToolCall, carrier: Carrier, parts: CallParts): CallRecord => {
  const { clock, metrics, tracing } = parts;
  const record = createRenderRecord(metrics);
  const begun = clock();
  const isOwn = call.trace.spanId !== carrier.trace.spanId;
  const decision = tracing === null ? null : isOwn ? createDecision(tracing) : carrier.decision;
  const trace = isOwn || tracing === null ? call.trace : childOf(call.trace, parts.freshId());
  const settle = (failed: boolean): TraceContext =>
    decision === null ? trace : { ...trace, sampled: decision(call.trace, failed) };
  const end = (how: CallEnd): void => {
    const ended = clock();
    const status = statusOfEnd(how);
    metrics?.rendered({ transport: "tool", format: record.format(), status, ms: ended - begun });
    if (!settle(isFailure(status)).sampled || decision === null) return;
    const attributes = closedAttributes({
      ...ownAttributes(call, how),
      "ascii.format": record.format(),
      ...record.evidence(),
    });
    const links = [{ traceId: carrier.trace.traceId, spanId: carrier.trace.spanId }];
    const whole = {
      trace,
      parentIsRemote: isOwn,
      name: SPAN,
      begun,
      ended,
      attributes,
      links,
      failed: isFailure(status),
    };
    tracing?.traceExport.offer(renderSpans(whole, record.steps, parts.freshId));
  };
  return { observer: record.observer, settle, end };
};

const SPAN = `tools/call ${TOOL_NAME}` as const;

/** A child span of our own. */
const childOf = (trace: TraceContext, spanId: string): TraceContext => ({
  ...trace,
  spanId,
  parentSpanId: trace.spanId,
});

const ownAttributes = ({ id, revision }: ToolCall, how: CallEnd) => ({
  "mcp.method.name": "tools/call",
  "mcp.protocol.version": revision,
  "gen_ai.operation.name": "execute_tool",
  "gen_ai.tool.name": TOOL_NAME,
  "jsonrpc.request.id": id,
  ...(how === null ? {} : { "error.type": how === "abandoned" ? how : "tool_error", "ascii.error_code": how }),
});

/** The HTTP status of the same outcome; null if the client disconnected. */
const statusOfEnd = (how: CallEnd): number | null => {
  if (how === null) return 200;
  if (how === "abandoned") return null;
  return how === "internal" ? 500 : statusOf(how);
};

/** Whether a status means that the service failed, rather than refused. */
const isFailure = (status: number | null): boolean => status !== null && status >= 500;
