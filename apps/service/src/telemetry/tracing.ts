import type { TraceContext } from "../trace/trace-context.ts";
import type { Sampling } from "./sampling.ts";
import type { TraceExport } from "./trace-export.ts";
import { NO_TRACES, type TraceStanding } from "./trace-standing.ts";

/** Where traces are exported: who chooses them, who sends them, and the origin that they go to. */
export type Tracing = { readonly sampling: Sampling; readonly traceExport: TraceExport; readonly receiver: string };

/** What that has come to. */
export const tracesStanding = (tracing: Tracing | null): TraceStanding =>
  tracing === null
    ? NO_TRACES
    : { ...tracing.traceExport.standing(), receiver: tracing.receiver, traces: tracing.sampling.counts() };

/** Whether a trace is exported, decided once: before the answer that tells it. */
export type Decision = (trace: Pick<TraceContext, "continued" | "sampled">, failed: boolean) => boolean;

/** A decision that is made when it is first asked for, and stays. */
export const createDecision = ({ sampling, traceExport }: Tracing): Decision => {
  let made: boolean | null = null;
  return ({ continued, sampled }, failed) => {
    made ??= sampling.decide({ continued, sampled, failed, room: traceExport.hasRoom() });
    return made;
  };
};
