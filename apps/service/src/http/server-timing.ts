/** Milliseconds that the steps of a request took; a step that did not happen is absent. */
export type Timings = { readonly [Step in "queue" | "fetch" | "decode" | "render" | "encode"]?: number };

/** The `Server-Timing` value: the trace as W3C Trace Context has it, then each step to a tenth of a millisecond. */
export const serverTiming = (traceparent: string, timings: Timings): string =>
  [`trace;desc=${traceparent}`, ...Object.entries(timings).map(([step, ms]) => `${step};dur=${ms.toFixed(1)}`)].join(
    ", ",
  );
