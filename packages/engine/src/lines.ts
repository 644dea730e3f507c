import type { Frame } from "./frame.ts";
import { ATLAS } from "./glyphs/atlas.ts";

/** The rows of characters that a frame's cells spell. */
export const linesOf = ({ cells, codebook, size }: Frame): readonly string[] => {
  // every glyph is one UTF-16 unit; a row made from codes at once is far cheaper than one grown glyph by glyph
  const codes = codebook.glyphs.map((index) => ATLAS.glyphs[index]!.charCodeAt(0));
  const line = new Array<number>(size.columns);
  return Array.from({ length: size.rows }, (_, row) => {
    for (let column = 0; column < size.columns; column++) line[column] = codes[cells[row * size.columns + column]!]!;
    return String.fromCharCode(...line);
  });
};
