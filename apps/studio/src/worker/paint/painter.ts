import type { PaintedPage } from "@lumiglyph/engine/paint/page";
import type { View } from "@lumiglyph/engine/paint/view";

/** Paints pages on one canvas, and resizes it to the view. */
export type Painter = {
  readonly kind: "cpu" | "webgl2";
  /** Paints the visible part of a page; the rest of the canvas is transparent. Does not keep the page's arrays. */
  readonly paint: (page: PaintedPage, view: View) => void;
};
