import type { RenderOptions } from "./generated/render-options.ts";

/**
 * Default look of the command, the element, the gallery and the studio's first picture, where
 * neither the specification nor the caller decides. Chosen by eye from xterm screenshots of twelve
 * pictures (`scripts/terminal-sheets.ts`).
 */
const FIRST_LOOK = {
  /** A small codebook repeats one glyph over whole areas, which hides faces behind stripes. */
  glyphStrategy: "fixed",
  /** Share of color in the background: letters are legible, but the picture dominates. */
  fill: 0.8,
} as const;

/**
 * Completes options with the first look: all glyphs, and with color letters on a background of
 * their own color.
 */
export const firstLook = (options: RenderOptions): RenderOptions => {
  const { color = false, edges = false, maxGlyphRmse } = options;
  const { glyphStrategy, fill } = FIRST_LOOK;
  return {
    // an error limit asks for the smallest codebook below it
    ...(maxGlyphRmse === undefined && { glyphStrategy }),
    // line art has its lines in color on the page's background
    ...(color && !edges && { fill }),
    ...options,
  };
};
