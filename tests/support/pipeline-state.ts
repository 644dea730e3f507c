import type { GridSize } from "@lumiglyph/contract";
import { PLAIN_KERNELS } from "../../packages/engine/src/kernels.ts";
import { type PipelineState, initialState as startFrameWith } from "../../packages/engine/src/pipeline-state.ts";
import type { Raster } from "../../packages/engine/src/raster.ts";

/** The state before the first stage, with the kernels that need no host. */
export const initialStateOf = (raster: Raster, size: GridSize): PipelineState =>
  startFrameWith(raster, size, PLAIN_KERNELS);
