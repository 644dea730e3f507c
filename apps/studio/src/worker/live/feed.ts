import type { RenderOptions } from "@lumiglyph/contract";
import { type Kernels, type LiveFrame, type Shrink, type Steps, unmeasured } from "@lumiglyph/engine";
import { type PaintedPage, pageStyle } from "@lumiglyph/engine/paint/page";
import { failureOf } from "../failure.ts";
import type { Feed } from "../live-feed.ts";
import type { LiveToPage, LiveToWorker, ToPage } from "../messages.ts";
import type { OpenImage } from "../open-image.ts";
import type { Preview } from "../preview.ts";
import { previewOf } from "../render-passes.ts";
import { type Scheduler, URGENCY } from "../scheduler.ts";
import type { ViewCanvas } from "../view-canvas.ts";
import { createCellFeed } from "./cell-feed.ts";
import { createFrameIntake, type FrameImage } from "./frame-intake.ts";
import type { FramePixels } from "./frame-pixels.ts";
import { createFrameRenderer } from "./frame-renderer.ts";
import { type LiveResultParts, liveImage, liveResult } from "./live-result.ts";
import { createMeter } from "./meter.ts";
import { createTuner } from "./tuner.ts";

/** Dependencies of a feed. */
export type FeedParts = {
  readonly schedule: Scheduler;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** Calls at an interval until the returned function is called. */
  readonly every: (milliseconds: number, call: () => void) => () => void;
  readonly kernels: Kernels;
  /** Undefined without WebAssembly. */
  readonly shrink: Shrink | undefined;
  readonly pixels: FramePixels;
  readonly viewCanvas: Pick<ViewCanvas, "setPage">;
  readonly post: (message: ToPage, transfer: Transferable[]) => void;
};

/** A running feed. */
export type OpenFeed = {
  readonly render: (revision: number, options: RenderOptions) => void;
  readonly take: (message: LiveToWorker) => void;
  /** The current frame as an image that can be queried; null before the first. */
  readonly image: () => OpenImage | null;
  /** Releases everything: frames and timer. */
  readonly end: () => void;
};

/** Milliseconds between statistics. */
const STATS_MS = 250;

/**
 * Milliseconds without a frame after which the feed counts as still, so that parameter changes apply to the current
 * frame.
 */
const STANDING = 200;

export const openFeed = (id: number, feed: Feed, parts: FeedParts): OpenFeed => {
  const { schedule, clock, kernels, shrink, viewCanvas, post } = parts;
  const stop = new AbortController();
  const { signal } = stop;
  let request: RenderRequest | null = null;
  let frameImage: FrameImage | null = null;
  let shown: Shown | null = null;
  let isHeld = false;
  /** Whether the current frame must be rendered again. */
  let isStale = false;
  let isRunning = false;
  let lastArrival = clock();

  const postLive = (message: LiveToPage, transfer: Transferable[] = []): void =>
    post({ type: "live", id, message }, transfer);
  const meter = createMeter(clock);
  const cellFeed = createCellFeed((frame, transfer) => postLive({ type: "cells", frame }, transfer));
  const renderer = createFrameRenderer({ kernels, watch: meter.watch, ...(shrink && { shrink }) }, feed);
  const tune = () => renderer.tune(request!.options);
  const tuner = createTuner({ schedule, clock, signal, tune, done: () => refresh() });
  const intake = createFrameIntake({
    isMirrored: feed.isMirrored,
    pixels: parts.pixels,
    signal,
    arrived: () => {
      lastArrival = clock();
      void run();
    },
    taken: () => postLive({ type: "taken" }),
  });

  const isStanding = (): boolean => isHeld || clock() - lastArrival > STANDING;
  const isWorkLeft = (): boolean => intake.isWaiting() || (isStale && isStanding());
  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    while (!signal.aborted && isWorkLeft()) await showNext();
    isRunning = false;
  };
  const refresh = (): void => {
    isStale = true;
    if (isStanding()) void run();
  };

  const showNext = async (): Promise<void> => {
    const begun = clock();
    if (intake.isWaiting()) frameImage = (await intake.read()) ?? frameImage;
    const copying = clock() - begun;
    isStale = false;
    if (frameImage === null || request === null || request.isRefused) return;
    await schedule(URGENCY.view, show(frameImage, request, copying), signal).catch((error) => {
      if (!signal.aborted) throw error;
    });
  };

  const show = function* (what: FrameImage, how: RenderRequest, copying: number): Steps<void> {
    const begun = clock();
    meter.add("copy", copying);
    try {
      const frame = renderer.draw(what, how.options);
      const drawing = clock() - begun;
      yield;
      const painting = clock();
      meter.time("paint", () => viewCanvas.setPage(livePage(frame)));
      meter.add("whole", copying + drawing + clock() - painting);
      shownNow(what, how, frame);
    } catch (error) {
      how.isRefused = true;
      post({ type: "refused", revision: how.revision, refused: failureOf(error) }, []);
    }
  };
  const shownNow = (what: FrameImage, how: RenderRequest, frame: LiveFrame): void => {
    const last = shown;
    shown = { frame, frameImage: what, request: how, isPosted: false };
    if (last?.frameImage === what) meter.again();
    else meter.shown({ flicker: frame.cut ? null : frame.flicker, isBare: renderer.isBare() });
    cellFeed.offer(frame, what.time);
    if (!renderer.isBare()) tuner.look(frame);
    // tuned values fade in over frames; if no frames follow, render this one until they have settled
    isStale ||= last?.request === how && !isSame(last.frame.params, frame.params);
    if (last === null || !isSame(last.frame.size, frame.size)) postPreview();
  };

  const resultParts = (now: Shown) => ({
    frame: now.frame,
    raster: now.frameImage.raster,
    source: { ...renderer.source(), format: "pixels" as const },
    kernels,
  });
  const postPreview = (): void => {
    if (shown === null || shown.isPosted) return;
    const { frame, request: how } = shown;
    const quality = tuner.latest() ?? unmeasured(frame.params);
    const pass = tuner.found() === null ? "quick" : "full";
    const preview = livePreview({
      ...resultParts(shown),
      quality,
      revision: how.revision,
      pass,
      ms: meter.read().ms.whole ?? 0,
    });
    post({ type: "preview", preview }, [preview.colors.buffer, preview.tones.buffer]);
    shown.isPosted = true;
  };
  const postStats = (): void => {
    if (shown === null) return;
    const { size } = shown.frame;
    postLive({ type: "stats", stats: { ...meter.read(), size, dropped: intake.dropped() } });
  };
  const rest = parts.every(STATS_MS, () => {
    postStats();
    postPreview();
    if (shown !== null && !renderer.isBare()) tuner.look(shown.frame);
    if (isWorkLeft()) void run();
  });

  const handlers: {
    readonly [Type in LiveToWorker["type"]]: (message: Extract<LiveToWorker, { type: Type }>) => void;
  } = {
    push: ({ frame }) => intake.push(frame),
    jump: renderer.restart,
    hold: (message) => {
      isHeld = message.isHeld;
      intake.hold(isHeld);
    },
    smooth: ({ isOn }) => {
      renderer.smooth(isOn);
      refresh();
    },
    mirror: ({ isMirrored }) => {
      intake.mirror(isMirrored);
      refresh();
    },
    cellFeed: ({ isOn }) => cellFeed.turn(isOn),
    received: cellFeed.received,
  };
  return {
    render: (revision, options) => {
      request = { revision, options, isRefused: false };
      tuner.changed();
      refresh();
    },
    take: (message) => handlers[message.type](message as never),
    image: () => shown && liveImage({ ...resultParts(shown), quality: tuner.found(), measure: tune }),
    end: () => {
      rest();
      stop.abort();
    },
  };
};

/** Parameters to render with, unless they turn out to be refused. */
type RenderRequest = { readonly revision: number; readonly options: RenderOptions; isRefused: boolean };

/** The current frame, and whether the page has its preview. */
type Shown = {
  readonly frame: LiveFrame;
  readonly frameImage: FrameImage;
  readonly request: RenderRequest;
  isPosted: boolean;
};

const isSame = <Value extends object>(one: Value, other: Value): boolean =>
  one === other || Object.entries(one).every(([name, value]) => value === other[name as keyof Value]);

/** A stream's frame for painters, without copying. */
const livePage = ({ size, params, glyphs, inks, grounds }: LiveFrame): PaintedPage => ({
  ...size,
  ...pageStyle(params),
  glyphs,
  colors: inks,
  grounds,
});

/** Result and pass. */
type LivePreviewParts = LiveResultParts & Pick<Preview, "revision" | "pass" | "ms">;

/** The preview of a feed's frame. */
const livePreview = ({ revision, pass, ms, ...parts }: LivePreviewParts): Preview => {
  const result = liveResult(parts);
  return previewOf({ revision, pass, ms, result }, result.inks());
};
