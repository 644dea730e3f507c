import type { Drawn } from "../render/renderer.ts";

/** What is kept of a render: all that an answer says, and nothing of its image. */
export type KeptOutput = Pick<Drawn, "body" | "grid" | "glyphs" | "quality" | "source">;

/** The part of a render that another request of the same job has a right to. */
export const keptOf = ({ body, grid, glyphs, quality, source }: KeptOutput): KeptOutput => ({
  body,
  grid,
  glyphs,
  quality,
  source,
});
