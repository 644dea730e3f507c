import type { PaintedPage } from "@lumiglyph/engine/paint/page";
import { STEPS, type View } from "@lumiglyph/engine/paint/view";
import type { Painter } from "./paint/painter.ts";
import type { Turn } from "./scheduler.ts";

/** The visible canvas: always the newest page in the newest view. */
export type ViewCanvas = {
  readonly attach: (painter: Painter) => void;
  readonly show: (view: View) => void;
  readonly setPage: (page: PaintedPage) => void;
  /** Plays something over the newest page, which it may be made from; null shows the page again. */
  readonly play: (create: ((page: PaintedPage) => Playback) | null) => void;
};

/** The page to show after so many seconds. */
export type Playback = (seconds: number) => PaintedPage;

/** When to paint: the browser's next frame, and the current time in milliseconds. */
type FrameClock = { readonly now: () => number; readonly next: (run: () => void) => void };

const CLOCK: FrameClock = { now: () => performance.now(), next: (run) => requestAnimationFrame(run) };

export const createViewCanvas = (turn: Turn, clock = CLOCK): ViewCanvas => {
  let painter: Painter | null = null;
  let page: PaintedPage | null = null;
  let view: View | null = null;
  let isPlanned = false;
  let create: ((page: PaintedPage) => Playback) | null = null;
  let playback: Playback | null = null;
  let begun = 0;
  let isTicking = false;

  const paint = (): void => {
    isPlanned = false;
    if (painter === null || page === null || view === null) return;
    const shown = playback === null ? page : playback((clock.now() - begun) / 1000);
    painter.paint(shown, shown === page ? view : fitted(view, page, shown));
  };
  const tick = (): void => {
    isTicking = playback !== null;
    if (!isTicking) return;
    paint();
    clock.next(tick);
  };
  const renew = (): void => {
    playback = create === null || page === null ? null : create(page);
    if (playback !== null && !isTicking) tick();
  };
  const plan = (): void => {
    // of several views that arrive during a long step only the last is painted
    if (!isPlanned) void turn().then(paint);
    isPlanned = true;
  };

  return {
    attach: (given) => {
      painter = given;
      plan();
    },
    show: (given) => {
      view = given;
      plan();
    },
    setPage: (given) => {
      // the old view does not fit a page of another size: the page learns the size and then sends a new view
      const isFitting = given.columns === page?.columns && given.rows === page.rows;
      page = given;
      renew();
      if (isFitting) paint();
    },
    play: (given) => {
      create = given;
      begun = clock.now();
      renew();
      if (playback === null) plan();
    },
  };
};

/** The view of another page in the same place. */
const fitted = (view: View, page: PaintedPage, shown: PaintedPage): View => ({
  ...view,
  cell: {
    width: inSteps((view.cell.width * page.columns) / shown.columns),
    height: inSteps((view.cell.height * page.rows) / shown.rows),
  },
});

const inSteps = (pixels: number): number => Math.max(1, Math.round(STEPS * pixels) / STEPS);
