import type { GridSize, RenderParams } from "@lumiglyph/contract";
import type { Contours, Frame, Raster } from "../frame.ts";
import type { Kernels } from "../kernels.ts";
import type { Shrink } from "../shrink.ts";
import type { Watch } from "../stage.ts";

/** What a reel draws with. */
export type ReelParts = {
  readonly size: GridSize;
  readonly kernels: Kernels;
  readonly shrink: Shrink;
  readonly watch: Watch;
};

/** Draws frames of one size, one after another. */
export type Reel = {
  /** While parameters glide, no codebook is worth changing to: the next one would be on its way. */
  readonly next: (raster: Raster, params: RenderParams, gliding: boolean) => Shot;
  /** The next frame gets the codebook that suits it best. */
  readonly renew: () => void;
  /** The next frame is drawn on an empty page, in the codebook that suits it best. */
  readonly redraw: () => void;
};

/** A frame that has been drawn. */
export type Shot = {
  /** The picture before `view`. */
  readonly still: Frame;
  /** The page: its codebook and its cells. */
  readonly drawn: Frame;
  /** What the picture does in every cell, for whoever asks. */
  readonly contours: () => Contours | null;
  /** sRGB bytes of the colors that glyphs are drawn in, three a cell, or null where the parameters want no color. */
  readonly inks: Uint8Array | null;
  /** Share of cells in which the picture changed, 0 to 1. */
  readonly changed: number;
  /** Whether no frame before this one has a say in it. */
  readonly cut: boolean;
};

/** How long a scene has lasted and how still it is. */
export type Stillness = {
  /** Frames since its first; 0 for that one. */
  readonly age: number;
  /** Whether its page has stood still for a while. */
  readonly settled: boolean;
};

/** Follows a stream by the share of glyphs that each frame changed and whether it was a cut. */
export const createStillness = (): ((flicker: number, cut: boolean) => Stillness) => {
  let age = 0;
  let still = 0;
  return (flicker, cut) => {
    age = cut ? 0 : age + 1;
    still = flicker < STILL && !cut ? still + 1 : 0;
    return { age, settled: still >= SETTLED };
  };
};

/** Share of glyphs that may change on a page that stands still. */
const STILL = 0.02;

/** Frames that it has to stand still for. */
const SETTLED = 15;
