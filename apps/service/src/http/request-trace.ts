import type { IncomingMessage } from "node:http";
import { acceptTrace, type RandomBytes, type TraceContext } from "../trace/trace-context.ts";
import { headerValues } from "./raw-headers.ts";

/** The trace of a request: accepted or started when first asked for, the same ever after. */
export type TraceOf = (request: Pick<IncomingMessage, "rawHeaders">) => TraceContext;

export const createTraceOf = (random: RandomBytes): TraceOf => {
  const traces = new WeakMap<object, TraceContext>();
  return (request) => {
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
};
