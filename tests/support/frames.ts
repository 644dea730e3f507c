import type { GridSize } from "@lumiglyph/contract";
import { type Frame, type Raster, startFrame as startFrameWith } from "../../packages/engine/src/frame.ts";
import { PLAIN_KERNELS } from "../../packages/engine/src/kernels.ts";
/** The frame before the first stage, with the kernels that need no host. */
export const startFrame = (raster: Raster, size: GridSize): Frame => startFrameWith(raster, size, PLAIN_KERNELS);
