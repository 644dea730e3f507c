import type { PaintedPage, Painter } from "./paint/page.ts";
import type { View } from "./paint/view.ts";
import type { Turn } from "./scheduler.ts";

/** The visible canvas: always the newest page in the newest view. */
export type ViewCanvas = {
  readonly attach: (painter: Painter) => void;
  readonly show: (view: View) => void;
  readonly setPage: (page: PaintedPage) => void;
};

export const createViewCanvas = (turn: Turn): ViewCanvas => {
  let painter: Painter | null = null;
  let page: PaintedPage | null = null;
  let view: View | null = null;
  let isPlanned = false;

  const paint = (): void => {
    isPlanned = false;
    if (painter !== null && page !== null && view !== null) painter.paint(page, view);
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
      if (isFitting) paint();
    },
  };
};
