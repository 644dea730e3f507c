import type { QualityEvidence } from "@lumiglyph/contract";
import type { LiveFrame, Steps } from "@lumiglyph/engine";
import { type Scheduler, URGENCY } from "../scheduler.ts";

/** Runs the Auto Director at the right time, in steps between frames. */
export type Tuner = {
  /** The parameters have changed, which invalidates the findings. */
  readonly changed: () => void;
  /** A frame was rendered, or some time has passed. */
  readonly look: (frame: LiveFrame) => void;
  /** Quality measured for this scene and these parameters; null if none. */
  readonly found: () => QualityEvidence | null;
  /** The last measured quality, even if outdated. */
  readonly latest: () => QualityEvidence | null;
};

export type TunerParts = {
  readonly schedule: Scheduler;
  readonly clock: () => number;
  /** Aborted when the feed ends. */
  readonly signal: AbortSignal;
  /** Starts tuning the last rendered frame. */
  readonly tune: () => Steps<QualityEvidence | null>;
  /** Called with new findings, which apply from the next frames on. */
  readonly done: () => void;
};

/** Milliseconds that parameters must be unchanged, and that a scene must last. */
const SETTLED = 300;
const FIRST = 150;

export const createTuner = ({ schedule, clock, signal, tune, done }: TunerParts): Tuner => {
  let latest: QualityEvidence | null = null;
  let isCurrent = false;
  let due: number | null = null;
  let work: AbortController | null = null;
  let last: LiveFrame | null = null;

  const plan = (ms: number): void => {
    work?.abort();
    work = null;
    isCurrent = false;
    due = Math.max(due ?? 0, clock() + ms);
  };
  const start = async (): Promise<void> => {
    const own = new AbortController();
    work = own;
    due = null;
    try {
      const found = await schedule(URGENCY.thumbnail, tune(), AbortSignal.any([signal, own.signal]));
      if (own.signal.aborted || signal.aborted || found === null) return;
      latest = found;
      isCurrent = true;
      work = null;
      done();
    } catch (error) {
      if (!own.signal.aborted && !signal.aborted) throw error;
    }
  };
  return {
    changed: () => plan(SETTLED),
    look: (frame) => {
      if (frame !== last && frame.cut) plan(FIRST);
      last = frame;
      if (due !== null && clock() >= due) void start();
    },
    found: () => (isCurrent ? latest : null),
    latest: () => latest,
  };
};
