import { workingHeight, workingWidth } from "../cells.ts";
import type { Frame } from "../frame.ts";
import { resizeByArea } from "../math/area.ts";
import type { Plane } from "../plane.ts";
import type { Stage } from "../stage.ts";

/** Area pyramid, in linear light, down to the working raster of a few samples a cell. */
export const downscale: Stage = {
  name: "downscale",
  says: "area pyramid in linear light down to 2 × 4 samples a cell",
  wanted: () => true,
  run: (frame) => ({
    ...frame,
    light: toWorkingRaster(frame, frame.light),
    opacity: frame.opacity && toWorkingRaster(frame, frame.opacity),
  }),
};

const toWorkingRaster = ({ size }: Frame, plane: Plane): Plane =>
  resizeByArea(plane, workingWidth(size.columns), workingHeight(size.rows));
