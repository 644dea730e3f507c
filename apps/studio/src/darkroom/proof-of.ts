import type { Preview } from "./darkroom.ts";
import type { Shown } from "./passes.ts";

/** What the page is told of a print. */
export const previewOf = ({ result, ...pass }: Shown, colors: Uint8Array): Preview => {
  const { size, params, glyphs, quality, levels } = result;
  return { ...pass, size, params, glyphs, quality, levels, lines: result.lines(), colors, tones: result.tones() };
};
