import type { IncomingMessage } from "node:http";
import { acceptTrace, formatTraceparent, type RandomBytes, type TraceContext } from "../trace/trace-context.ts";
import { headerValues } from "./headers.ts";

/** The headers by which every response tells its trace (answers 2.14), with what was timed along the way. */
export const traceHeaders = (
  trace: TraceContext,
  timings: Timings = {},
  cache: CacheWord = null,
): { readonly [name: string]: string } => {
  const traceparent = formatTraceparent(trace);
  return {
    traceparent,
    ...(trace.tracestate === "" ? {} : { tracestate: trace.tracestate }),
    "server-timing": serverTiming(traceparent, timings, cache),
  };
};

/** Milliseconds that the steps of a request took; a step that did not happen is absent. */
export type Timings = { readonly [Step in "cache" | "queue" | "fetch" | "decode" | "render" | "encode"]?: number };

/** What a cache said of a render; null where there is none. */
export type CacheWord = "hit" | "miss" | null;

/** The `Server-Timing` value: the trace as W3C Trace Context has it, then each step to a tenth of a millisecond. */
const serverTiming = (traceparent: string, timings: Timings, cache: CacheWord = null): string => {
  const said = (step: string) => (step === "cache" && cache !== null ? `${step};desc=${cache}` : step);
  const steps = Object.entries(timings).map(([step, ms]) => `${said(step)};dur=${ms.toFixed(1)}`);
  return [`trace;desc=${traceparent}`, ...steps].join(", ");
};

/** The trace of a request: accepted or started when first asked for, the same ever after. */
export type TraceOf = (request: Pick<IncomingMessage, "rawHeaders">) => TraceContext;

/** The traces of requests. */
export type Traces = {
  readonly traceOf: TraceOf;
  /** Says whether a request's trace is recorded: from then on its flag tells so. */
  readonly settle: (request: Pick<IncomingMessage, "rawHeaders">, sampled: boolean) => void;
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
  const settle: Traces["settle"] = (request, sampled) => void traces.set(request, { ...traceOf(request), sampled });
  return { traceOf, settle };
};
