import type { GridSize, RenderParams } from "@lumiglyph/contract";
import type { Contours } from "../contours.ts";
import type { Kernels } from "../kernels.ts";
import type { PipelineState } from "../pipeline-state.ts";
import type { Raster } from "../raster.ts";
import type { Shrink } from "../shrink.ts";
import type { Watch } from "../stage.ts";

/** Inputs of a frame renderer. */
export type FrameRendererParts = {
  readonly size: GridSize;
  readonly kernels: Kernels;
  readonly shrink: Shrink;
  readonly watch: Watch;
};

/** Renders one frame after another, all of one size. */
export type FrameRenderer = {
  /** While parameters glide, the codebook stays, because the next one would soon be outdated. */
  readonly next: (raster: Raster, params: RenderParams, gliding: boolean) => FrameResult;
  /** Makes the next frame choose its best codebook. */
  readonly renew: () => void;
  /** Makes the next frame start from an empty grid with its best codebook. */
  readonly redraw: () => void;
};

/** A rendered frame. */
export type FrameResult = {
  /** The state before `view`. */
  readonly scaled: PipelineState;
  /** The state after `match`, with codebook and cells. */
  readonly drawn: PipelineState;
  /** Contours of all cells, computed on demand. */
  readonly contours: () => Contours | null;
  /** Color of each glyph as sRGB bytes, three per cell, or null if no color is asked for. */
  readonly inks: Uint8Array | null;
  /** The same of each background, or null if cells have none. */
  readonly grounds: Uint8Array | null;
  /** Share of cells in which the picture changed, 0 to 1. */
  readonly changed: number;
  /** Whether no earlier frame affects this one. */
  readonly cut: boolean;
};
