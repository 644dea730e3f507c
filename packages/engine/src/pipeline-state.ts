import type { GridSize } from "@lumiglyph/contract";
import type { Contours } from "./contours.ts";
import { type Codebook, drawnGlyphs, EMPTY_CODEBOOK } from "./glyphs/codebook.ts";
import type { Kernels } from "./kernels.ts";
import { EMPTY_PLANE, makePlane, NO_TONES, type Plane, type Planes, type ToneCounts } from "./plane.ts";
import type { Raster } from "./raster.ts";
import type { TwoColors } from "./search/two-color-page.ts";

/** The hues of the cells; their brightness is up to the glyph and its ink. */
export type Hues = {
  /** Linear color of luminance 1, three numbers per cell. */
  readonly hue: Float32Array;
  /** Luminance of the brightest ink of each hue. */
  readonly most: Float32Array;
};

/** A stretch of tones: (tone − black) × scale. */
export type Leveling = { readonly black: number; readonly scale: number };

/** Data that the stages pass on. A stage returns a new state and never changes its input. */
export type PipelineState = {
  readonly raster: Raster;
  readonly size: GridSize;
  readonly kernels: Kernels;
  /** Allocates planes for stages. A stream reuses those of earlier frames. */
  readonly planes: Planes;
  /** Linear light over black, 0 to 1; from `downscale` on, `CELL_WIDTH` × `CELL_HEIGHT` samples per cell. */
  readonly light: Plane;
  /** Opacity of each sample, 0 to 1, or null for a picture without transparency. */
  readonly opacity: Plane | null;
  /** Mean linear color of each cell, three numbers per cell; null if the page is not drawn in color. */
  readonly means: Float64Array | null;
  /**
   * Wanted tone on the perceptual scale: 0 is black, 1 the densest glyph of the charset. Slightly exceeds both, see
   * `TONE_FLOOR`.
   */
  readonly tone: Plane;
  /** Histogram of the tones after `view`. */
  readonly tones: ToneCounts;
  /** The stretch to apply to those tones. */
  readonly leveling: Leveling;
  readonly contours: Contours | null;
  readonly codebook: Codebook;
  /** Index into the codebook's glyphs and strokes for each cell, see `drawnGlyphs`. */
  readonly cells: Uint8Array;
  /**
   * Hues of the cells if the page is drawn in color, where glyph and ink give the light together;
   * else null.
   */
  readonly hues: Hues | null;
  /** Wanted linear light of each cell's glyph, relative to the densest glyph. */
  readonly wanted: Float32Array;
  /** Luminance of each cell's ink, or null if all glyphs are matched in white. */
  readonly inks: Float32Array | null;
  /** The picture with a pixel for each part of a cell, for pages of two colors per cell; null for others. */
  readonly parts: Raster | null;
  /** Glyphs, inks and backgrounds if cells have two colors, else null. */
  readonly pairs: TwoColors | null;
  /** Color of each glyph as sRGB bytes, three per cell, or null if the output has no color. */
  readonly colors: Uint8Array | null;
  /** The same of each background, or null if cells have none. */
  readonly grounds: Uint8Array | null;
};

/** The state before the first stage. */
export const initialState = (raster: Raster, size: GridSize, kernels: Kernels): PipelineState => ({
  raster,
  size,
  kernels,
  planes: makePlane,
  light: EMPTY_PLANE,
  opacity: null,
  means: null,
  tone: EMPTY_PLANE,
  tones: NO_TONES,
  leveling: { black: 0, scale: 1 },
  contours: null,
  codebook: EMPTY_CODEBOOK,
  cells: new Uint8Array(0),
  hues: null,
  wanted: new Float32Array(0),
  inks: null,
  parts: null,
  pairs: null,
  colors: null,
  grounds: null,
});

/** Linear color of each cell as a whole, three numbers per cell; null if cells do not have two colors. */
export const pairColors = ({ cells, codebook, pairs }: PipelineState): Float64Array | null => {
  if (pairs === null) return null;
  const { tone, full } = codebook.atlas;
  const covers = drawnGlyphs(codebook).map((glyph) => tone[glyph]! / full);
  const { grounds, more } = pairs;
  const colors = new Float64Array(grounds.length);
  for (let cell = 0, i = 0; cell < cells.length; cell++) {
    const cover = covers[cells[cell]!]!;
    for (const end = i + 3; i < end; i++) colors[i] = grounds[i]! + cover * more[i]!;
  }
  return colors;
};
