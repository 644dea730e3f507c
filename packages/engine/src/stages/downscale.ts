import { workingHeight, workingWidth } from "../cells.ts";
import { resizeByArea } from "../math/area.ts";
import type { PipelineState } from "../pipeline-state.ts";
import type { Plane } from "../plane.ts";
import type { Stage } from "../stage.ts";
import { drawsPairs, meansOf } from "./color.ts";

/** Reduces light and opacity to the working raster by area, in linear light, and colors to one for each cell. */
export const downscale: Stage = {
  name: "downscale",
  summary: "area pyramid in linear light down to 2 × 4 samples a cell",
  wanted: () => true,
  run: (state, params) => ({
    ...state,
    light: toWorkingRaster(state, state.light),
    opacity: state.opacity && toWorkingRaster(state, state.opacity),
    // two colors a cell need the colors of all samples, and `view` reads them
    means: params.color && !drawsPairs(params) ? meansOf(state) : null,
  }),
};

const toWorkingRaster = ({ size }: PipelineState, plane: Plane): Plane =>
  resizeByArea(plane, workingWidth(size.columns), workingHeight(size.rows));
