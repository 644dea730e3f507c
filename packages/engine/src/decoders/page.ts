import type { Charset, GridSize, RenderParams } from "@lumiglyph/contract";

/** A picture of characters, read back: what every decoder looks at. */
export type Page = {
  readonly size: GridSize;
  readonly charset: Charset;
  /** The glyph of each cell, row by row from the top left: indexes into the atlas. */
  readonly glyphs: Uint8Array;
  /** sRGB bytes, three a cell, or null where the art has no colors. */
  readonly chroma: Uint8Array | null;
  /** Light and dark have changed places. */
  readonly inverted: boolean;
  /** Error diffusion placed the glyphs, by their light alone: their shapes say nothing. */
  readonly diffused: boolean;
  /** All that it was drawn with, or null where the art does not say. */
  readonly params: RenderParams | null;
};

/** What a reader may know of art that does not say it itself. */
export type Hints = {
  readonly charset?: Charset | undefined;
  readonly inverted?: boolean | undefined;
  readonly diffused?: boolean | undefined;
};
