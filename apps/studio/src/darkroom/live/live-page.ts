import type { LiveFrame } from "@lumiglyph/engine";
import type { PaintedPage } from "../../paint/page.ts";
import { sheetOf } from "../sheet.ts";

/** A frame of a stream as painters take it, without a copy. */
export const livePage = ({ size, params, glyphs, inks }: LiveFrame): PaintedPage => ({
  ...size,
  ...sheetOf(params),
  glyphs,
  colors: inks,
});
