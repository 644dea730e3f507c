import { completeParams, type RenderOptions } from "@lumiglyph/contract";
import type { Print, Steps } from "@lumiglyph/engine";
import type { OpenImage } from "./open-image.ts";
import type { Preview } from "./render-worker.ts";
import { type Scheduler, URGENCY } from "./scheduler.ts";

/** A picture, what to draw it with, and a number that rises from wish to wish. */
type RenderRequest = { readonly revision: number; readonly image: OpenImage; readonly options: RenderOptions };

/** A wish as far as it has been drawn. */
export type Shown = Pick<Preview, "revision" | "pass" | "ms"> & { readonly result: Print };

/** Draws the newest wish: quickly at first, then in full. */
export type Passes = {
  readonly start: (request: RenderRequest) => void;
  /** Leaves everything undone that is not yet drawn. */
  readonly cancel: () => void;
};

export type PassesParts = {
  readonly schedule: Scheduler;
  /** Milliseconds that never run backwards. */
  readonly clock: () => number;
  readonly show: (shown: Shown) => void;
  /** The wish cannot be drawn. */
  readonly refuse: (revision: number, error: unknown) => void;
};

export const createPasses = ({ schedule, clock, show, refuse }: PassesParts): Passes => {
  let current: UnderWay | null = null;
  let waiting: RenderRequest | null = null;

  const cancel = (): void => {
    current?.stop.abort();
    current = waiting = null;
  };

  const start = (request: RenderRequest): void => {
    if (current?.isSpared) {
      waiting = request;
      return;
    }
    // who drags a slider must see something: a wish that has ousted an unseen one is drawn once before it is ousted itself
    const isSpared = current?.isSeen === false;
    cancel();
    current = { stop: new AbortController(), isSeen: false, isSpared };
    void draw(request, current);
  };

  const draw = async ({ revision, image, options }: RenderRequest, under: UnderWay): Promise<void> => {
    try {
      for (const pass of passesFor(image, options)) {
        const steps = pass === "quick" ? image.sketch(options) : image.render(options);
        const { result, ms } = await schedule(URGENCY.view, timed(steps, clock), under.stop.signal);
        if (under.stop.signal.aborted) return;
        show({ revision, pass, result, ms });
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
const passesFor = (image: OpenImage, options: RenderOptions): readonly Preview["pass"][] =>
  completeParams(options).autoOptimize === 0 || image.isKept(options) ? ["full"] : ["quick", "full"];

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

/** What the page is told of a print. */
export const previewOf = ({ result, ...pass }: Shown, colors: Uint8Array): Preview => {
  const { size, params, glyphs, quality, levels } = result;
  return { ...pass, size, params, glyphs, quality, levels, lines: result.lines(), colors, tones: result.tones() };
};
