import type { GlyphEvidence, GridSize, QualityEvidence } from "@lumiglyph/contract";
import type { SourceInfo } from "@lumiglyph/engine";

/** The cached part of a render: everything that the response needs, nothing of the input image. */
export type CachedOutput = {
  readonly body: Uint8Array;
  readonly grid: GridSize;
  readonly glyphs: GlyphEvidence;
  readonly quality: QualityEvidence;
  readonly source: SourceInfo;
};

/** Picks the fields of a render that may be returned to another request with the same job. */
export const cachedFields = ({ body, grid, glyphs, quality, source }: CachedOutput): CachedOutput => ({
  body,
  grid,
  glyphs,
  quality,
  source,
});
