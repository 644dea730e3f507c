import type { QualityEvidence } from "@lumiglyph/contract";
import type { LiveFrame, Steps } from "@lumiglyph/engine";
import { type Scheduler, URGENCY } from "../scheduler.ts";

/** Lets the Auto Director work when it is time to, in steps between frames. */
export type Tuner = {
  /** Other parameters than before: what was found is about those. */
  readonly changed: () => void;
  /** A frame was drawn, or some time has passed since. */
  readonly look: (frame: LiveFrame) => void;
  /** What was measured of this scene with these parameters; null as long as nothing was. */
  readonly found: () => QualityEvidence | null;
  /** What was measured last, whatever has changed since. */
  readonly latest: () => QualityEvidence | null;
};

export type TunerParts = {
  readonly schedule: Scheduler;
  readonly clock: () => number;
  /** Aborted when the feed is over. */
  readonly signal: AbortSignal;
  /** Begins to work on the frame that was drawn last. */
  readonly tune: () => Steps<QualityEvidence | null>;
  /** Something has been found, and comes in with the next frames. */
  readonly done: () => void;
};

/** Milliseconds that parameters have to be left alone, and that a scene has to last. */
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
