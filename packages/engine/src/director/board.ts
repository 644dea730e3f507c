import type { RenderParams } from "@lumiglyph/contract";
import type { Frame } from "../frame.ts";
import { DRAWING, runStages } from "../pipeline.ts";
import { unwatched, type Watch } from "../stage.ts";
import { view } from "../stages/view.ts";
import { withNoise } from "./noise.ts";

/** Where pages of one picture are drawn with different parameters. */
export type Board = {
  /** The picture before `view`. */
  readonly still: Frame;
  /** The picture as `view` leaves it. */
  readonly seen: Frame;
  readonly draw: (params: RenderParams) => Frame;
  /** Draws the picture with noise over it. */
  readonly redraw: (params: RenderParams) => Frame;
};

/** The board of whole pages, for a picture before and after `view`. */
export const createBoard = (still: Frame, seen: Frame, watch: Watch): Board => ({
  still,
  seen,
  draw: (params) => runStages(DRAWING, seen, params, watch),
  redraw: (params) => runStages(DRAWING, noisy(still, params), params, unwatched),
});

/** The picture with noise over it, as `view` leaves it. */
export const noisy = (still: Frame, params: RenderParams): Frame =>
  view.run({ ...still, light: withNoise(still.light, still.opacity) }, params);
