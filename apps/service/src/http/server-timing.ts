/** Milliseconds that the steps of a request took; a step that did not happen is absent. */
export type Timings = { readonly [Step in "cache" | "queue" | "fetch" | "decode" | "render" | "encode"]?: number };

/** What a cache said of a render; null where there is none. */
export type CacheWord = "hit" | "miss" | null;

/** The `Server-Timing` value: the trace as W3C Trace Context has it, then each step to a tenth of a millisecond. */
export const serverTiming = (traceparent: string, timings: Timings, cache: CacheWord = null): string => {
  const said = (step: string) => (step === "cache" && cache !== null ? `${step};desc=${cache}` : step);
  const steps = Object.entries(timings).map(([step, ms]) => `${said(step)};dur=${ms.toFixed(1)}`);
  return [`trace;desc=${traceparent}`, ...steps].join(", ");
};
