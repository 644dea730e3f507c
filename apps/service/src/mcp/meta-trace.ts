import { acceptTrace, formatTraceparent, type RandomBytes, type TraceContext } from "../trace/trace-context.ts";
import { isRecord } from "./message.ts";
import type { Caller } from "./tool.ts";

/**
 * The trace of a call: what its `_meta` says comes before what carried it (the protocol reserves these bare keys for W3C
 * Trace Context). A `traceparent` that breaks the standard's form counts as none, as in a header.
 */
export const traceOfCall = (meta: unknown, { trace }: Caller, random: RandomBytes): TraceContext => {
  const { traceparent, tracestate } = isRecord(meta) ? meta : {};
  const own = acceptTrace({ traceparent: texts(traceparent), tracestate: texts(tracestate) }, random);
  return own.continued ? own : (trace ?? own);
};

/** The trace as a result tells it in its `_meta`. */
export const traceMeta = (trace: TraceContext): { readonly [key: string]: string } => ({
  traceparent: formatTraceparent(trace),
  ...(trace.tracestate === "" ? {} : { tracestate: trace.tracestate }),
});

const texts = (value: unknown): readonly string[] => (typeof value === "string" ? [value] : []);
