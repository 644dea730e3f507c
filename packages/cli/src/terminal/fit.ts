import { PARAMS, rowsFor } from "@lumiglyph/contract";
import type { ScreenSize } from "./screen.ts";

/** The most columns that a screen has room for. */
export const widest = ({ columns }: ScreenSize): number =>
  Math.min(Math.max(columns, PARAMS.columns.min), PARAMS.columns.max);

/**
 * Columns at which a picture fits a screen, in its height too. Where that would be too small to make out, as with a tall picture
 * on a low screen, it is as wide as the screen and scrolls, unless the whole of it has to be seen.
 */
export const fittingColumns = (room: ScreenSize, picture: Size, whole: boolean): number => {
  const most = widest(room);
  let columns = most;
  while (columns > PARAMS.columns.min && rowsFor(columns, picture.width, picture.height) > room.rows) columns--;
  return whole || columns >= LEGIBLE ? columns : most;
};

/** Columns below which little of a picture can be made out. */
const LEGIBLE = 40;

type Size = { readonly width: number; readonly height: number };
