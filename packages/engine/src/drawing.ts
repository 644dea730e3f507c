import type { GlyphEvidence, GridSize, QualityEvidence, RenderParams } from "@lumiglyph/contract";
import type { SourceInfo } from "./raster.ts";

/** A finished picture of characters with everything known about it: what every encoder writes down. */
export type Drawing = {
  readonly size: GridSize;
  /** One string a row, each of `columns` characters. */
  readonly lines: readonly string[];
  /** sRGB bytes, three a cell, or null where nobody asked for color. */
  readonly colors: Uint8Array | null;
  readonly params: RenderParams;
  readonly glyphs: GlyphEvidence;
  readonly quality: QualityEvidence;
  readonly source: SourceInfo;
};
