import { formatTraceparent, type TraceContext } from "../trace/trace-context.ts";
import { type CacheWord, serverTiming, type Timings } from "./server-timing.ts";

/** The headers by which every response tells its trace (decision 2.14), with what was timed along the way. */
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
