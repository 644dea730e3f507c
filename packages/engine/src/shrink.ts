import type { GridSize } from "@lumiglyph/contract";
import { workingHeight, workingWidth } from "./cells.ts";
import type { Raster } from "./frame.ts";
import { resizeByArea } from "./math/area.ts";
import type { Plane } from "./plane.ts";
import { meanColors } from "./stages/grid.ts";
import { lightOver } from "./stages/luminance.ts";

/** What the working raster keeps of a picture. */
type Shrunk = {
  /** Linear light over black, `CELL_WIDTH` × `CELL_HEIGHT` samples a cell. */
  readonly light: Plane;
  /** Share of each sample that is opaque, or null for a picture without transparency. */
  readonly opacity: Plane | null;
  /** Mean linear color of each cell, three numbers a cell, or null where nobody asks for color. */
  readonly means: Float64Array | null;
};

/**
 * Brings a picture to the working raster of a grid: `luminance` and `downscale`, and the means that `grid` colors by. The
 * result is to be read at once: a kernel may use its memory again.
 */
export type Shrink = (raster: Raster, size: GridSize, color: boolean) => Shrunk;

/** In TypeScript, as the stages do it: what every other has to equal, bit for bit. */
export const shrink: Shrink = (raster, { columns, rows }, color) => {
  const { light, opacity } = lightOver(raster);
  const [width, height] = [workingWidth(columns), workingHeight(rows)];
  return {
    light: resizeByArea(light, width, height),
    opacity: opacity && resizeByArea(opacity, width, height),
    means: color ? meanColors(raster, { columns, rows }) : null,
  };
};
