import { ATLAS, type Print } from "@lumiglyph/engine";
import type { PaintedPage } from "../paint/page.ts";
import { sheetOf } from "./sheet.ts";

/** A print as painters take it; `inks` are its own, where they are at hand. */
export const pageOf = (print: Print, inks?: Uint8Array): PaintedPage => {
  const atlas = Uint8Array.from(print.glyphs.codebook, ATLAS.indexOf);
  return {
    ...print.size,
    ...sheetOf(print.params),
    glyphs: print.cells.map((place) => atlas[place]!),
    colors: print.params.color ? (inks ?? print.inks()) : null,
  };
};
