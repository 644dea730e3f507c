import { completeParams, type RenderOptions } from "@lumiglyph/contract";
import type { RenderResult, Steps } from "@lumiglyph/engine";
import type { OpenImage } from "./open-image.ts";
import type { Preview } from "./preview.ts";
import { type Scheduler, URGENCY } from "./scheduler.ts";

/** An image, its parameters, and an increasing revision number. */
type RenderRequest = { readonly revision: number; readonly image: OpenImage; readonly options: RenderOptions };

/** A rendered pass of a request. */
export type Shown = Pick<Preview, "revision" | "pass" | "ms"> & { readonly result: RenderResult };

/** Renders the newest request: quickly first, then in full. */
export type Passes = {
  readonly start: (request: RenderRequest) => void;
  /** Cancels everything not yet rendered. */
  readonly cancel: () => void;
};

export type PassesParts = {
  readonly schedule: Scheduler;
  /** Awaited before images are rendered in full. */
  readonly ready: () => Promise<void>;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  readonly show: (shown: Shown) => void;
  /** The request cannot be rendered. */
  readonly refuse: (revision: number, error: unknown) => void;
};

export const createPasses = ({ schedule, ready, clock, show, refuse }: PassesParts): Passes => {
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
    // while a slider is dragged something must show: a request that replaced an unshown one is
    // rendered once before it is replaced itself
    const isSpared = current?.isSeen === false;
    cancel();
    current = { stop: new AbortController(), isSeen: false, isSpared };
    void draw(request, current);
  };

  const draw = async ({ revision, image, options }: RenderRequest, under: UnderWay): Promise<void> => {
    try {
      for (const pass of passesFor(image, options)) {
        if (pass === "full") await ready();
        if (under.stop.signal.aborted) return;
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

/** A request in progress. A spared one is not replaced by a newer request, which waits instead. */
type UnderWay = { readonly stop: AbortController; isSeen: boolean; isSpared: boolean };

/** One pass is enough if there is nothing to tune, or if the full result is cached. A glance is only sketched. */
const passesFor = (image: OpenImage, options: RenderOptions): readonly Preview["pass"][] =>
  image.isGlance
    ? ["quick"]
    : completeParams(options).autoOptimize === 0 || image.isKept(options)
      ? ["full"]
      : ["quick", "full"];

/** Runs steps and sums up their time, excluding the time between them. */
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

/** Converts a result to the page's preview. */
export const previewOf = ({ result, ...pass }: Shown, colors: Uint8Array): Preview => {
  const { size, params, glyphs, quality, levels, grounds } = result;
  const cells = { lines: result.lines(), colors, grounds, tones: result.tones() };
  return { ...pass, size, params, glyphs, quality, levels, ...cells };
};
