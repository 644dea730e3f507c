import type { RenderParams } from "@lumiglyph/contract";
import type { Frame } from "./frame.ts";
import type { Stage, Watch } from "./stage.ts";
import { codebook } from "./stages/codebook.ts";
import { denoise } from "./stages/denoise.ts";
import { detail } from "./stages/detail.ts";
import { downscale } from "./stages/downscale.ts";
import { edges } from "./stages/edges.ts";
import { grid } from "./stages/grid.ts";
import { levels } from "./stages/levels.ts";
import { luminance } from "./stages/luminance.ts";
import { match } from "./stages/match.ts";
import { structure } from "./stages/structure.ts";
import { tone } from "./stages/tone.ts";
import { view } from "./stages/view.ts";

/** From pixels to what an eye sees of the picture: no parameter has a say in it but the size of the grid. */
export const SEEING: readonly Stage[] = [luminance, downscale, view];

/** From there to a glyph for each cell: the stages that the Auto Director's choices go through. */
export const DRAWING: readonly Stage[] = [levels, tone, denoise, detail, structure, edges, codebook, match];

/** What the glyphs have no part in. */
export const COLORING: readonly Stage[] = [grid];

/** Top to bottom is the way the light takes; spans, benches, documents and golden files derive from this list. */
export const PIPELINE: readonly Stage[] = [...SEEING, ...DRAWING, ...COLORING];

/** Runs the wanted stages in order, each inside the watch. */
export const runStages = (stages: readonly Stage[], start: Frame, params: RenderParams, watch: Watch): Frame =>
  stages
    .filter((stage) => stage.wanted(params))
    .reduce((frame, stage) => watch(stage.name, () => stage.run(frame, params)), start);
