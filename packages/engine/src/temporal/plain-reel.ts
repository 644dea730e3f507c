import { foregrounds } from "../encoders/foreground.ts";
import { startFrame } from "../frame.ts";
import { DRAWING, runStages } from "../pipeline.ts";
import { saturated } from "../stages/grid.ts";
import { view } from "../stages/view.ts";
import type { Reel, ReelParts } from "./reel.ts";
import type { Colors } from "./steady-colors.ts";

/** A reel that draws every frame as if it were a picture by itself: what smoothing is compared with. */
export const createPlainReel = ({ size, kernels, shrink, watch }: ReelParts): Reel => {
  let isFirst = true;
  return {
    next: (raster, params) => {
      const { light, opacity, means } = watch("shrink", () => shrink(raster, size, params.color));
      const coloring = means && watch("grid", () => colorsOf(means, params.saturation));
      const still = { ...startFrame(raster, size, kernels), light: { ...light, data: light.data.slice() }, opacity };
      const drawn = runStages([view, ...DRAWING], still, params, watch);
      const cut = isFirst;
      isFirst = false;
      return { still, drawn, coloring, changed: 1, cut };
    },
    renew: () => {},
    redraw: () => {},
  };
};

const colorsOf = (means: Float64Array, saturation: number): Colors => {
  const colors = saturated(means, saturation);
  return { colors, inks: foregrounds(colors) };
};
