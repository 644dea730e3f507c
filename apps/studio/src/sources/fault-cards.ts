import { MAX_CELLS, PARAMS, rowsFor } from "@lumiglyph/contract";
import type { PictureSize } from "./picture-limits.ts";

/** What is only needed where something went wrong: fetched by itself. */
export { brokenCard, faultCard, shrinkingCard } from "./fault-card.ts";

/** The most columns, fewer than these, that a picture of this shape can have; null where it is too tall for any. */
export const fittingColumns = ({ width, height }: PictureSize, columns: number): number | null => {
  for (let fewer = columns - 1; fewer >= PARAMS.columns.min; fewer--) {
    if (fewer * rowsFor(fewer, width, height) <= MAX_CELLS) return fewer;
  }
  return null;
};
