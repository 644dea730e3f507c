import type { GridSize, RenderParams } from "@lumiglyph/contract";
import type { Frame } from "../frame.ts";
import type { Kernels } from "../kernels.ts";
import type { Raster } from "../raster.ts";
import type { Shrink } from "../shrink.ts";
import type { Watch } from "../stage.ts";
import type { Colors } from "./steady-colors.ts";

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
  readonly coloring: Colors | null;
  /** Share of cells in which the picture changed, 0 to 1. */
  readonly changed: number;
  /** Whether no frame before this one has a say in it. */
  readonly cut: boolean;
};
