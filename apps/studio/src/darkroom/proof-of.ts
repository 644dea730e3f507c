import type { Proof } from "./darkroom.ts";
import type { Shown } from "./passes.ts";

/** What the page is told of a print. */
export const proofOf = ({ print, ...pass }: Shown, colors: Uint8Array): Proof => {
  const { size, params, glyphs, quality, levels } = print;
  return { ...pass, size, params, glyphs, quality, levels, lines: print.lines(), colors, tones: print.tones() };
};
