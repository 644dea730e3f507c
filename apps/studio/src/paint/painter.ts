import type { View } from "../darkroom/view.ts";
import type { PaintedPage } from "./page.ts";

/** Paints pages on the one canvas it was made for, and sizes that canvas as the view says. */
export type Painter = {
  readonly kind: "cpu" | "webgl2";
  /** Paints what of the page is in view; around it the canvas is transparent. Keeps no hold of the page's arrays. */
  readonly paint: (page: PaintedPage, view: View) => void;
};
