import { TRACE_BOUNDS } from "@lumiglyph/contract";
import type { Clock } from "../clock.ts";
import type { TraceStanding } from "./trace-standing.ts";

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

export type Sampling = {
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
