import type { PaintedPage, Painter, View } from "./paint/page.ts";
import type { Turn } from "./scheduler.ts";

/** The canvas that the stage shows: always the newest page in the newest view. */
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
    // of views that have come in one go, as they do behind a long step, only the last is painted
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
      // the view of a page of another size does not fit this one: the page is told the size, and then shows another view
      const isFitting = given.columns === page?.columns && given.rows === page.rows;
      page = given;
      if (isFitting) paint();
    },
  };
};
