import type { GridSize } from "@lumiglyph/contract";
import { settle } from "./settle.ts";
import { ANY_SHAPE, AROUND, SPREADS } from "./spreads.ts";

/**
 * The light that the cells of a drawn picture stand for, from the light of their glyphs, both on the scale of the densest
 * glyph. The search places glyphs so that the *blurred* page is right, so a cell is read as the eye sees it, with what its
 * neighbors give it, and the grain that is left is settled. `glyphs`, the cells' indexes into the atlas, tell where in its
 * cell each glyph has its light; without them every glyph has the mean shape.
 */
export const decodeCells = (inks: Float32Array, size: GridSize, glyphs?: Uint8Array): Float32Array =>
  settle(seenCells(inks, size, glyphs ?? new Uint8Array(inks.length).fill(ANY_SHAPE)), size);

/**
 * The same for a page that error diffusion has drawn: it places glyphs by their light alone and pays in the next cells what
 * one lacks, so there is nothing to see but grain.
 */
export const decodeDiffused = (inks: Float32Array, size: GridSize): Float32Array => settle(settle(inks, size), size);

/** What an eye at reading distance sees of each cell. Beyond the border the outermost cells go on. */
const seenCells = (inks: Float32Array, { columns, rows }: GridSize, glyphs: Uint8Array): Float32Array => {
  const out = new Float32Array(inks.length);
  // the cell above on the left gives this one what lies below it on the right, its last share, and so on around
  const given = (cell: number, share: number): number => inks[cell]! * SPREADS[glyphs[cell]! * AROUND + share]!;
  for (let row = 0, cell = 0; row < rows; row++) {
    const above = row === 0 ? 0 : -columns;
    const below = row === rows - 1 ? 0 : columns;
    for (let column = 0; column < columns; column++, cell++) {
      const left = column === 0 ? cell : cell - 1;
      const right = column === columns - 1 ? cell : cell + 1;
      const fromAbove = given(left + above, 8) + given(cell + above, 7) + given(right + above, 6);
      const fromBeside = given(left, 5) + given(cell, 4) + given(right, 3);
      const fromBelow = given(left + below, 2) + given(cell + below, 1) + given(right + below, 0);
      out[cell] = fromAbove + fromBeside + fromBelow;
    }
  }
  return out;
};
