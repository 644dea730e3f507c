import type { RenderParams } from "@lumiglyph/contract";
import type { Contours, Frame } from "../frame.ts";
import { type Codebook, histogramOfLight, rmseOf } from "../glyphs/codebook.ts";
import { codebookFor, wantedLight } from "../stages/codebook.ts";

/** A codebook that stays. */
export type SteadyCodebook = {
  /** The codebook for a frame whose tones are known: the one of the frame before, unless that has failed for a while. */
  readonly next: (
    frame: Frame,
    params: RenderParams,
    contours: (open: null) => Contours | null,
    gliding: boolean,
  ) => Codebook;
  /** The next frame gets the codebook that suits it best. */
  readonly renew: () => void;
};

/**
 * Another codebook is another texture all over the page, so there has to be a reason for it: the limit is missed for many
 * frames in a row, or held by so much that fewer glyphs are likely to do.
 */
export const createSteadyCodebook = (): SteadyCodebook => {
  let held: Codebook | null = null;
  let frames = 0;
  let unfit = 0;
  return {
    next: (frame, params, contours, gliding) => {
      frames = held === null ? 0 : frames + 1;
      if (held !== null && (gliding || !held.adapted || frames % EVERY !== 0)) return held;
      const histogram = histogramOfLight(wantedLight(frame, params.charset));
      unfit = held === null || isFit(rmseOf(histogram, held.tones), params.maxGlyphRmse) ? 0 : unfit + 1;
      if (held !== null && unfit < LOOKS) return held;
      unfit = 0;
      const chosen = codebookFor(histogram, contours(null), params);
      if (held === null || !isSame(chosen.glyphs, held.glyphs)) held = chosen;
      return held;
    },
    renew: () => {
      held = null;
    },
  };
};

/** Frames from one look at the codebook to the next, and looks in a row that it has to fail: 15 frames in all. */
const EVERY = 5;
const LOOKS = 3;

/** Share of the limit below which a codebook is too good. */
const LAVISH = 0.7;

const isFit = (rmse: number, limit: number): boolean => rmse <= limit && rmse >= LAVISH * limit;

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((glyph, index) => glyph === other[index]);
