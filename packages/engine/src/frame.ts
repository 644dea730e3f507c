import type { GridSize } from "@lumiglyph/contract";
import { type Codebook, EMPTY_CODEBOOK } from "./glyphs/codebook.ts";
import type { Kernels } from "./kernels.ts";
import { EMPTY_PLANE, makePlane, type Plane, type Planes } from "./plane.ts";
import type { Raster } from "./raster.ts";
import { NO_TONES, type ToneCounts } from "./tone-counts.ts";

/** Direction and strength of the contour through each cell. */
export type Contours = {
  /** 0 none, else 1 + the index of the directional glyph that runs along the contour: - / | \ */
  readonly direction: Uint8Array;
  /** How clearly the cell has one direction, 0 to 1. */
  readonly strength: Float32Array;
};

/** A stretch of tones: (tone − black) × scale. */
export type Leveling = { readonly black: number; readonly scale: number };

/** What travels down the pipeline. A stage returns a new frame and never changes the one it was given. */
export type Frame = {
  readonly raster: Raster;
  readonly size: GridSize;
  readonly kernels: Kernels;
  /** Where stages take new planes from: a new one each time, unless someone has no use for the old ones any more. */
  readonly planes: Planes;
  /** Linear light over black, 0 to 1; from `downscale` on `CELL_WIDTH` × `CELL_HEIGHT` samples a cell. */
  readonly light: Plane;
  /** Share of each sample that is opaque, or null for a picture without transparency. */
  readonly opacity: Plane | null;
  /** Wanted tone on the perceptual scale: 0 is black, 1 the densest glyph of the charset, a little beyond both kept, see `tone-range`. */
  readonly tone: Plane;
  /** How many samples have each of the tones that `view` saw. */
  readonly tones: ToneCounts;
  /** The stretch that those tones are to get. */
  readonly leveling: Leveling;
  readonly contours: Contours | null;
  readonly codebook: Codebook;
  /** Index into the codebook's glyphs for each cell. */
  readonly cells: Uint8Array;
  /** Wanted linear light of each cell, 0 to 1 of the densest glyph. */
  readonly wanted: Float32Array;
  /** sRGB bytes for each cell, three a cell, or null where nobody asks for color. */
  readonly colors: Uint8Array | null;
};

/** The frame before the first stage: the picture and the size of its grid. */
export const startFrame = (raster: Raster, size: GridSize, kernels: Kernels): Frame => ({
  raster,
  size,
  kernels,
  planes: makePlane,
  light: EMPTY_PLANE,
  opacity: null,
  tone: EMPTY_PLANE,
  tones: NO_TONES,
  leveling: { black: 0, scale: 1 },
  contours: null,
  codebook: EMPTY_CODEBOOK,
  cells: new Uint8Array(0),
  wanted: new Float32Array(0),
  colors: null,
});
