import type { IncomingMessage } from "node:http";
import { acceptTrace, type RandomBytes, type TraceContext } from "../trace/trace-context.ts";
import { headerValues } from "./raw-headers.ts";

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
