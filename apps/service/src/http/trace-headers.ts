import type { IncomingMessage } from "node:http";
import type { CacheVerdict, Timings } from "../trace/timings.ts";
import { acceptTrace, formatTraceparent, type RandomBytes, type TraceContext } from "../trace/trace-context.ts";
import { headerValues } from "./headers.ts";

/** Trace headers of every response (answers 2.14), with the step timings. */
export const traceHeaders = (
  trace: TraceContext,
  timings: Timings = {},
  cache: CacheVerdict = null,
): { readonly [name: string]: string } => {
  const traceparent = formatTraceparent(trace);
  return {
    traceparent,
    ...(trace.tracestate === "" ? {} : { tracestate: trace.tracestate }),
    "server-timing": serverTiming(traceparent, timings, cache),
  };
};

/** The `Server-Timing` value: the trace as W3C Trace Context specifies, then each step in tenths of a millisecond. */
const serverTiming = (traceparent: string, timings: Timings, cache: CacheVerdict = null): string => {
  const named = (step: string) => (step === "cache" && cache !== null ? `${step};desc=${cache}` : step);
  const steps = Object.entries(timings).map(([step, ms]) => `${named(step)};dur=${ms.toFixed(1)}`);
  return [`trace;desc=${traceparent}`, ...steps].join(", ");
};

/** The trace of a request, accepted or started on first use and stable afterwards. */
export type TraceOf = (request: Pick<IncomingMessage, "rawHeaders">) => TraceContext;

/** The traces of requests. */
export type Traces = {
  readonly traceOf: TraceOf;
  /** Sets whether a request's trace is recorded, and its flag accordingly. */
  readonly setSampled: (request: Pick<IncomingMessage, "rawHeaders">, sampled: boolean) => void;
};

export const createTraces = (random: RandomBytes): Traces => {
  const traces = new WeakMap<object, TraceContext>();
  const traceOf: TraceOf = (request) => {
    const known = traces.get(request);
    if (known !== undefined) return known;
    const { rawHeaders } = request;
    const headers = {
      traceparent: headerValues(rawHeaders, "traceparent"),
      tracestate: headerValues(rawHeaders, "tracestate"),
    };
    const trace = acceptTrace(headers, random);
    traces.set(request, trace);
    return trace;
  };
  const setSampled: Traces["setSampled"] = (request, sampled) =>
    void traces.set(request, { ...traceOf(request), sampled });
  return { traceOf, setSampled };
};
