import { type PlatformStatus, TRACE_BOUNDS } from "@lumiglyph/contract";
import type { Clock } from "../clock.ts";
import type { TraceContext } from "../trace/trace-context.ts";
import type { TraceExport } from "./trace-export.ts";

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

/** What decides whether a trace is exported. */
export type Candidate = {
  /** Whether a caller's trace goes on, and its flag then. */
  readonly continued: boolean;
  readonly sampled: boolean;
  /** Whether the service failed. */
  readonly failed: boolean;
  /** Whether there is room for its spans. */
  readonly room: boolean;
};

type Sampling = {
  readonly decide: (candidate: Candidate) => boolean;
  readonly counts: () => TraceStanding["traces"];
};

type Cap = { readonly tracesPerSecond: number; readonly keptForFailures: number };

/**
 * Chooses traces: what the caller wants sampled, what begins here, and every failure, as long as no second has too many of
 * them. A public service that believed the caller's flag alone could be flooded by it.
 */
export const createSampling = (clock: Clock, cap: Cap = TRACE_BOUNDS): Sampling => {
  const counts = { sampled: 0, unsampled: 0, capped: 0 };
  /** When the traces of the last second were chosen, the oldest first. */
  const chosen: number[] = [];
  const mostFor = (failed: boolean) => (failed ? cap.tracesPerSecond : cap.tracesPerSecond - cap.keptForFailures);
  const judge = ({ continued, sampled, failed, room }: Candidate): keyof typeof counts => {
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

/** What trace export has come to since the start. */
export type TraceStanding = PlatformStatus["traceExport"];

/** Where nothing is exported. */
const NO_TRACES: TraceStanding = {
  state: "off",
  receiver: null,
  spans: { exported: 0, failed: 0, dropped: 0, waiting: 0 },
  traces: { sampled: 0, unsampled: 0, capped: 0 },
};
