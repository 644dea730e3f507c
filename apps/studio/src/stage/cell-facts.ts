import type { Proof } from "../darkroom/darkroom.ts";
import type { Cell } from "./cells.ts";
import { chosenFor } from "./chosen-for.ts";
import { glyphName } from "./glyph-name.ts";
import { wantedInk } from "./wanted-ink.ts";

/** What the loupe says of a cell. */
type CellFacts = {
  readonly glyph: string;
  /** The glyph in words. */
  readonly name: string;
  /** Relative luminance of the cell's part of the picture: linear light, 0 to 1. */
  readonly luminance: number;
  /** Linear light of the glyph, the densest one of the charset being 1. */
  readonly ink: number;
  readonly chosenFor: string;
};

/** Looks into a cell; null for one that there is not. */
export type FactsOf = (cell: Cell) => CellFacts | null;

/** What a proof knows of its cells. */
export const cellFacts = (proof: Proof): FactsOf => {
  const wanted = wantedInk(proof);
  return (cell) => {
    const glyph = proof.lines[cell.row]?.[cell.column];
    if (glyph === undefined) return null;
    const tone = proof.tones[cell.row * proof.size.columns + cell.column]!;
    return {
      glyph,
      name: glyphName(glyph),
      luminance: toLight(tone),
      ink: proof.glyphs.inks[proof.glyphs.codebook.indexOf(glyph)] ?? 0,
      chosenFor: chosenFor(proof, cell, glyph, wanted(tone)),
    };
  };
};

/** Linear light of an sRGB-encoded value, IEC 61966-2-1. */
const toLight = (encoded: number): number =>
  encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
