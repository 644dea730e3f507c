import type { RenderOptions } from "./generated/render-options.ts";

/**
 * How art looks where neither the specification nor the caller decides: in the command, the element, the gallery and the
 * studio's first picture. Chosen by eye from screenshots of xterm, twelve pictures (`scripts/terminal-sheets.ts`).
 */
const FIRST_LOOK = {
  /** A small codebook repeats one glyph over whole areas, which hides faces behind stripes. */
  glyphStrategy: "fixed",
  /** Share of color in the background: letters can be read, and the picture is seen first. */
  fill: 0.8,
} as const;

/** The options of the first look that these leave open: letters on their own color where there is color, else all glyphs. */
export const firstLook = (options: RenderOptions): RenderOptions => {
  const { color = false, edges = false, maxGlyphRmse } = options;
  const { glyphStrategy, fill } = FIRST_LOOK;
  return {
    // a limit asks for the smallest codebook below it
    ...(maxGlyphRmse === undefined && { glyphStrategy }),
    // line art has its lines in color, on the page
    ...(color && !edges && { fill }),
    ...options,
  };
};
