import type { Frame } from "./frame.ts";
import { ATLAS } from "./glyphs/atlas.ts";

/** The rows of characters that a frame's cells spell. */
export const linesOf = ({ cells, codebook, size }: Frame): readonly string[] => {
  const glyphs = codebook.glyphs.map((index) => ATLAS.glyphs[index]!);
  return Array.from({ length: size.rows }, (_, row) => {
    let line = "";
    for (let cell = row * size.columns; cell < (row + 1) * size.columns; cell++) line += glyphs[cells[cell]!]!;
    return line;
  });
};
