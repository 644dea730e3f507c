import { completeParams, type RenderOptions } from "@lumiglyph/contract";
import type { RenderResult, Steps } from "@lumiglyph/engine";
import { type Bench, URGENCY } from "./bench.ts";
import type { Proof } from "./darkroom.ts";
import type { OpenNegative } from "./open-negative.ts";

/** A picture, what to draw it with, and a number that rises from wish to wish. */
type Wish = { readonly revision: number; readonly negative: OpenNegative; readonly options: RenderOptions };

/** A wish as far as it has been drawn. */
export type Shown = Pick<Proof, "revision" | "pass" | "ms"> & { readonly print: RenderResult };

/** Draws the newest wish: quickly at first, then in full. */
export type Passes = {
  readonly start: (wish: Wish) => void;
  /** Leaves everything undone that is not yet drawn. */
  readonly cancel: () => void;
};

export type PassesParts = {
  readonly bench: Bench;
  /** Milliseconds that never run backwards. */
  readonly clock: () => number;
  readonly show: (shown: Shown) => void;
  /** The wish cannot be drawn. */
  readonly refuse: (revision: number, error: unknown) => void;
};

export const createPasses = ({ bench, clock, show, refuse }: PassesParts): Passes => {
  let current: UnderWay | null = null;
  let waiting: Wish | null = null;

  const cancel = (): void => {
    current?.stop.abort();
    current = waiting = null;
  };

  const start = (wish: Wish): void => {
    if (current?.isSpared) {
      waiting = wish;
      return;
    }
    // who drags a slider must see something: a wish that has ousted an unseen one is drawn once before it is ousted itself
    const isSpared = current?.isSeen === false;
    cancel();
    current = { stop: new AbortController(), isSeen: false, isSpared };
    void draw(wish, current);
  };

  const draw = async ({ revision, negative, options }: Wish, under: UnderWay): Promise<void> => {
    try {
      for (const pass of passesFor(negative, options)) {
        const steps = pass === "quick" ? negative.sketch(options) : negative.develop(options);
        const { result: print, ms } = await bench(URGENCY.stage, timed(steps, clock), under.stop.signal);
        if (under.stop.signal.aborted) return;
        show({ revision, pass, print, ms });
        under.isSeen = true;
        under.isSpared = false;
        if (waiting !== null) break;
      }
    } catch (error) {
      if (under.stop.signal.aborted) return;
      refuse(revision, error);
    }
    const next = waiting;
    cancel();
    if (next !== null) start(next);
  };

  return { start, cancel };
};

/** A wish that is being drawn. A spared one is not ousted by a newer wish: that one waits. */
type UnderWay = { readonly stop: AbortController; isSeen: boolean; isSpared: boolean };

/** One pass is enough where there is nothing to tune, or where the full print is still there. */
const passesFor = (negative: OpenNegative, options: RenderOptions): readonly Proof["pass"][] =>
  completeParams(options).autoOptimize === 0 || negative.isKept(options) ? ["full"] : ["quick", "full"];

/** Work together with the milliseconds that its steps have taken, without what happened between them. */
function* timed<Result>(
  steps: Steps<Result>,
  clock: () => number,
): Steps<{ readonly result: Result; readonly ms: number }> {
  for (let ms = 0; ; ) {
    const begun = clock();
    const { done, value } = steps.next();
    ms += clock() - begun;
    if (done) return { result: value, ms };
    yield;
  }
}
