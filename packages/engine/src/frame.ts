import type { GridSize, InputFormat } from "@lumiglyph/contract";
import { type Codebook, EMPTY_CODEBOOK } from "./glyphs/codebook.ts";
import type { Kernels } from "./kernels.ts";
import { EMPTY_PLANE, makePlane, NO_TONES, type Plane, type Planes, type ToneCounts } from "./plane.ts";

/** What the picture does in each cell. */
export type Contours = {
  /** 1 where it does not change. */
  readonly even: Uint8Array;
  /** 0 for no contour, else 1 + the index of the directional glyph that runs along it: - / | \ */
  readonly direction: Uint8Array;
  /** How clear the contour is, 0 to 1. */
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
  /** Index into the codebook's glyphs and strokes for each cell, see `drawnGlyphs`. */
  readonly cells: Uint8Array;
  /** Wanted linear light of each cell, 0 to 1 of the densest glyph. */
  readonly wanted: Float32Array;
  /** sRGB bytes of the color that each glyph is drawn in, three a cell, or null where nobody asks for color. */
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

/** A picture: upright 8-bit sRGB RGBA, alpha not premultiplied, row by row from the top left. */
export type Raster = {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
};

/** What the picture was before anyone shrank it: its upright size and its file format, or `pixels` where there was no file. */
export type SourceInfo = { readonly width: number; readonly height: number; readonly format: InputFormat | "pixels" };

/** Fails where a raster's bytes do not cover its size: a programming error of the caller, never of a picture. */
export const checkRaster = ({ width, height, data }: Raster): void => {
  if (!(width >= 1 && height >= 1) || data.length < width * height * 4) {
    throw new RangeError(`A ${width} × ${height} raster needs ${width * height * 4} bytes, not ${data.length}.`);
  }
};
