import type { RenderParams } from "@lumiglyph/contract";
import { type Contours, type Frame, startFrame } from "../frame.ts";
import { runStages } from "../pipeline.ts";
import { denoise } from "../stages/denoise.ts";
import { detail } from "../stages/detail.ts";
import { edges } from "../stages/edges.ts";
import { contoursOf, structure } from "../stages/structure.ts";
import { tone } from "../stages/tone.ts";
import { view } from "../stages/view.ts";
import { createPlaneRing } from "./plane-ring.ts";
import type { Reel, ReelParts } from "./reel.ts";
import { createSmoother } from "./smoother.ts";
import { createSteadyCells } from "./steady-cells.ts";
import { createSteadyCodebook } from "./steady-codebook.ts";
import { createSteadyColors } from "./steady-colors.ts";
import { createSteadyLevels } from "./steady-levels.ts";

/** A reel in which all holds still that the picture does not move: light, colors, levels, codebook and glyphs. */
export const createSteadyReel = ({ size, kernels, shrink, watch }: ReelParts): Reel => {
  const smooth = createSmoother(size);
  const colors = createSteadyColors(size.columns * size.rows);
  const levels = createSteadyLevels();
  const codebook = createSteadyCodebook();
  const cells = createSteadyCells();
  const planes = createPlaneRing();
  const redraw = (): void => {
    codebook.renew();
    cells.restart();
  };
  const draw = (still: Frame, params: RenderParams, changed: number, gliding: boolean): Frame => {
    planes.rewind();
    const seen = runStages([view], { ...still, planes: planes.take }, params, watch);
    const leveling = watch("levels", () => levels.next(seen.tones, params.autoLevels, changed));
    const toned = runStages([tone, denoise, detail], { ...seen, leveling }, params, watch);
    const contours = (open: Uint8Array | null): Contours | null =>
      structure.wanted(params) ? watch("structure", () => contoursOf(toned.tone, size, open)) : null;
    const lined = runStages([edges], toned, params, watch);
    const inked = { ...lined, codebook: watch("codebook", () => codebook.next(lined, params, contours, gliding)) };
    const written = watch("match", () => cells.next(inked, params, contours));
    return { ...inked, cells: written.cells, codebook: { ...inked.codebook, glyphs: written.glyphs } };
  };
  return {
    next: (raster, params, gliding) => {
      const shrunk = watch("shrink", () => shrink(raster, size, params.color));
      const { light, gain, changed, cut } = watch("smooth", () => smooth(shrunk.light, params.motionSensitivity));
      const coloring = watch("grid", () => colors(shrunk.means, params.saturation, gain));
      if (cut) {
        levels.restart();
        redraw();
      }
      const still = { ...startFrame(raster, size, kernels), light, opacity: shrunk.opacity };
      return { still, drawn: draw(still, params, changed, gliding), coloring, changed, cut };
    },
    renew: codebook.renew,
    redraw,
  };
};
