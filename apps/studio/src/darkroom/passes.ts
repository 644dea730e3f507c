import type { ParsedParams } from "@lumiglyph/contract";
import type { Print } from "@lumiglyph/engine";
import { type Bench, URGENCY } from "./bench.ts";
import type { Proof } from "./darkroom.ts";
import type { OpenNegative } from "./open-negative.ts";
import { timed } from "./timed.ts";

/** A picture, what to draw it with, and a number that rises from wish to wish. */
type Wish = { readonly revision: number; readonly negative: OpenNegative; readonly parsed: ParsedParams };

/** A wish as far as it has been drawn. */
export type Shown = Pick<Proof, "revision" | "pass" | "ms"> & { readonly print: Print };

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

  const draw = async ({ revision, negative, parsed }: Wish, under: UnderWay): Promise<void> => {
    try {
      for (const pass of passesFor(negative, parsed)) {
        const steps = pass === "quick" ? negative.sketch(parsed) : negative.develop(parsed);
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
const passesFor = (negative: OpenNegative, parsed: ParsedParams): readonly Proof["pass"][] =>
  parsed.params.autoOptimize === 0 || negative.isKept(parsed) ? ["full"] : ["quick", "full"];
