import type { RenderParams } from "@lumiglyph/contract";
import type { Frame } from "./frame.ts";
import type { Stage, StageName, Watch } from "./stage.ts";
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

/** What runs, for stills and for streams, top to bottom; spans, benches, documents and golden files derive from it. */
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
  codebook,
  match,
  grid,
];

const stages = (first: StageName, last: StageName = first): readonly Stage[] =>
  PIPELINE.slice(place(first), place(last) + 1);

const place = (name: StageName): number => PIPELINE.findIndex((stage) => stage.name === name);

/** The parts of the pipeline: between them a render keeps what it has, and goes on from there with other parameters. */
export const PARTS = {
  /** From pixels to light: no parameter matters but the size of the grid. */
  light: stages("luminance", "downscale"),
  /** From light to what an eye sees of it. */
  view: stages("view"),
  /** From there to a glyph for each cell: what the Director's choices go through. */
  page: stages("levels", "match"),
  color: stages("grid"),
} as const;

/** Stages that are run in another way, such as by a stream that remembers the frame before, or, where null, left out. */
export type OwnStages = { readonly [Name in StageName]?: Stage["run"] | null };

/** Runs the wanted stages in order, each inside the watch. */
export const runStages = (
  part: readonly Stage[],
  start: Frame,
  params: RenderParams,
  watch: Watch,
  own: OwnStages = {},
): Frame =>
  part
    .filter(({ name, wanted }) => wanted(params) && own[name] !== null)
    .reduce((frame, { name, run }) => watch(name, () => (own[name] ?? run)(frame, params)), start);
