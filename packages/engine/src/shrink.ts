import type { GridSize } from "@lumiglyph/contract";
import { workingHeight, workingWidth } from "./cells.ts";
import { resizeByArea } from "./math/area.ts";
import type { Plane } from "./plane.ts";
import type { Raster } from "./raster.ts";
import { meanColors } from "./stages/color.ts";
import { lightOver } from "./stages/luminance.ts";

/** A picture on the working raster. */
type Shrunk = {
  /** Linear light over black, `CELL_WIDTH` × `CELL_HEIGHT` samples per cell. */
  readonly light: Plane;
  /** Opacity of each sample, 0 to 1, or null for a picture without transparency. */
  readonly opacity: Plane | null;
  /** Mean linear color of each cell, three numbers per cell, or null if no color is asked for. */
  readonly means: Float64Array | null;
};

/**
 * Reduces a picture to the working raster of a grid: `luminance` and `downscale`, with the mean colors. Read the
 * result at once, because a kernel may reuse its memory.
 */
export type Shrink = (raster: Raster, size: GridSize, inColor: boolean) => Shrunk;

/** The reference in TypeScript, made of the stages' functions; the WebAssembly twin equals it bit for bit. */
export const shrink: Shrink = (raster, { columns, rows }, inColor) => {
  const { light, opacity } = lightOver(raster);
  const [width, height] = [workingWidth(columns), workingHeight(rows)];
  return {
    light: resizeByArea(light, width, height),
    opacity: opacity && resizeByArea(opacity, width, height),
    means: inColor ? meanColors(raster, { columns, rows }, opacity === null) : null,
  };
};
