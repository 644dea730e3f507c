import type { Clock } from "../clock.ts";
import { TRACE_BOUNDS } from "../tables/tracing.ts";
import type { TraceContext } from "../trace/trace-context.ts";
import type { TraceExport, TraceStatus } from "./trace-export.ts";

/** Trace export: sampling, the exporter, and the origin that spans are sent to. */
export type Tracing = { readonly sampling: Sampling; readonly traceExport: TraceExport; readonly receiver: string };

/** The status of trace export. */
export const traceStatus = (tracing: Tracing | null): TraceStatus =>
  tracing === null
    ? NO_TRACES
    : { ...tracing.traceExport.status(), receiver: tracing.receiver, traces: tracing.sampling.counts() };

/** Whether a trace is exported, decided once, before the response is sent. */
export type Decision = (trace: Pick<TraceContext, "continued" | "sampled">, failed: boolean) => boolean;

/** A decision that is made on first use and does not change. */
export const createDecision = ({ sampling, traceExport }: Tracing): Decision => {
  let made: boolean | null = null;
  return ({ continued, sampled }, failed) => {
    made ??= sampling.decide({ continued, sampled, failed, room: traceExport.hasRoom() });
    return made;
  };
};

/** Inputs of the sampling decision. */
export type TraceCandidate = {
  /** Whether the trace continues a client's, and the client's flag. */
  readonly continued: boolean;
  readonly sampled: boolean;
  /** Whether the service failed. */
  readonly failed: boolean;
  /** Whether there is room for its spans. */
  readonly room: boolean;
};

type Sampling = {
  readonly decide: (candidate: TraceCandidate) => boolean;
  readonly counts: () => TraceStatus["traces"];
};

type Cap = { readonly tracesPerSecond: number; readonly keptForFailures: number };

/**
 * Samples traces: those the client wants sampled, those that begin here, and every failure, up to a number per second.
 * Without a cap, the client's flag could be used to flood a public service.
 */
export const createSampling = (clock: Clock, cap: Cap = TRACE_BOUNDS): Sampling => {
  const counts = { sampled: 0, unsampled: 0, capped: 0 };
  /** When the traces of the last second were sampled, oldest first. */
  const chosen: number[] = [];
  const mostFor = (failed: boolean) => (failed ? cap.tracesPerSecond : cap.tracesPerSecond - cap.keptForFailures);
  const judge = ({ continued, sampled, failed, room }: TraceCandidate): keyof typeof counts => {
    if (continued && !sampled && !failed) return "unsampled";
    const now = clock();
    while (chosen[0] !== undefined && chosen[0] <= now - SECOND) chosen.shift();
    if (!room || chosen.length >= mostFor(failed)) return "capped";
    chosen.push(now);
    return "sampled";
  };
  return {
    decide: (candidate) => {
      const decision = judge(candidate);
      counts[decision]++;
      return decision === "sampled";
    },
    counts: () => counts,
  };
};

const SECOND = 1000;

/** Used when nothing is exported. */
const NO_TRACES: TraceStatus = {
  state: "off",
  receiver: null,
  spans: { exported: 0, failed: 0, dropped: 0, waiting: 0 },
  traces: { sampled: 0, unsampled: 0, capped: 0 },
};
