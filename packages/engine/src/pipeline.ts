import type { RenderParams, StageName } from "@lumiglyph/contract";
import type { PipelineState } from "./pipeline-state.ts";
import type { Stage, Watch } from "./stage.ts";
import { codebook } from "./stages/codebook.ts";
import { color } from "./stages/color.ts";
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

/**
 * The stages in order. This list is what runs, for images and for streams; spans, benchmarks, documentation and golden
 * files derive from it.
 */
export const PIPELINE: readonly Stage[] = [
  luminance,
  downscale,
  view,
  levels,
  tone,
  denoise,
  detail,
  structure,
  edges,
  color,
  codebook,
  match,
  grid,
];

const stages = (first: StageName, last: StageName = first): readonly Stage[] =>
  PIPELINE.slice(place(first), place(last) + 1);

const place = (name: StageName): number => PIPELINE.findIndex((stage) => stage.name === name);

/** Parts of the pipeline. A caller may keep the state between two parts and continue from there with other parameters. */
export const PARTS = {
  /** From pixels to light; depends on no parameter but the size of the grid. */
  light: stages("luminance", "downscale"),
  /** Blurs the light as the eye does. */
  view: stages("view"),
  /** From tones to a glyph for each cell: the part that the Director repeats with different parameters. */
  glyphs: stages("levels", "match"),
} as const;

/** Replaces stages: a stream uses this to reuse earlier frames; null leaves a stage out. */
export type OwnStages = { readonly [Name in StageName]?: Stage["run"] | null };

/** Runs the stages that the parameters ask for in order, each inside `watch`. */
export const runStages = (
  part: readonly Stage[],
  start: PipelineState,
  params: RenderParams,
  watch: Watch,
  own: OwnStages = {},
): PipelineState =>
  part
    .filter(({ name, wanted }) => wanted(params) && own[name] !== null)
    .reduce((state, { name, run }) => watch(name, () => (own[name] ?? run)(state, params)), start);
