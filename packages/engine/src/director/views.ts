import type { RenderParams } from "@lumiglyph/contract";
import { ATLAS } from "../glyphs/atlas.ts";
import { drawnGlyphs } from "../glyphs/codebook.ts";
import type { Kernels } from "../kernels.ts";
import { halve } from "../math/area.ts";
import { blurTaps } from "../math/gaussian.ts";
import { power } from "../math/power.ts";
import { luminances } from "../math/srgb.ts";
import type { PipelineState } from "../pipeline-state.ts";
import { makePlane, type Plane, toTonePlane } from "../plane.ts";
import { EYE_SIGMA } from "../search/footprints.ts";
import { gridLight } from "../search/grid-light.ts";
import type { TwoColors } from "../search/two-color-page.ts";
import { isFlipped } from "../stages/tone.ts";

/**
 * A picture or grid as seen from two distances, as tones from 0 to 1. `near`: blurred by half a cell's width, 2 × 4
 * samples per cell. `far`: blurred by a whole cell's width, 1 × 2 samples per cell; at that distance the texture of the
 * glyphs disappears.
 */
export type Views = { readonly near: Plane; readonly far: Plane };

/**
 * Views of the picture against the page's background, inverted if asked. Takes the state after
 * `view`.
 */
export const viewPicture = (
  { light, tone, opacity, kernels }: PipelineState,
  params: Pick<RenderParams, "invert" | "background">,
): Views => {
  const views = { near: tone, far: viewFar(light, kernels) };
  const opaque = opacity === null || !isFlipped(params) ? null : viewLight(opacity, kernels);
  const inked = isFlipped(params)
    ? { near: inverted(views.near, opaque?.near), far: inverted(views.far, opaque?.far) }
    : views;
  return params.background === "dark" ? inked : { near: inverted(inked.near), far: inverted(inked.far) };
};

/**
 * Views of a rendered grid: the tones of its light. Inks need no lift of mid-tones, see `Atlas`.
 */
export const viewGrid = (state: PipelineState): Views => {
  const { inks, size, kernels, codebook, pairs } = state;
  if (pairs !== null) return viewLight(pairLight(state, pairs), kernels);
  const light = gridLight(atlasCells(state), size, kernels.stamp, inks, codebook.atlas);
  if (codebook.atlas.background === "light") return viewLight(inverted(light), kernels);
  const views = viewLight(light, kernels);
  if (inks !== null) return views;
  lower(views.near, codebook.atlas.lift);
  lower(views.far, codebook.atlas.lift);
  return views;
};

/** Light of a page in two colors per cell: the glyphs, and full blocks for their backgrounds. */
const pairLight = (state: PipelineState, { grounds, more }: TwoColors): Plane => {
  const { size, kernels, codebook } = state;
  const { stamp } = kernels;
  const light = gridLight(atlasCells(state), size, stamp, luminances(more, codebook.atlas.full), codebook.atlas);
  const blocks = new Uint8Array(state.cells.length).fill(ATLAS.indexOf("█"));
  const behind = gridLight(blocks, size, stamp, luminances(grounds, ATLAS.full));
  for (let i = 0; i < light.data.length; i++) light.data[i] = light.data[i]! + behind.data[i]!;
  return light;
};

/** Undoes the lift of mid-tones, in place. */
const lower = ({ data }: Plane, lift: number): void => {
  const lowered = LOWERED.get(lift) ?? makeLowered(lift);
  LOWERED.set(lift, lowered);
  for (let i = 0; i < data.length; i++) data[i] = lowered[(data[i]! * LOWERED_STEPS + 0.5) | 0]!;
};

const LOWERED = new Map<number, Float32Array>();
const LOWERED_STEPS = 8192;

const makeLowered = (lift: number): Float32Array =>
  Float32Array.from({ length: LOWERED_STEPS + 1 }, (_, step) => power(step / LOWERED_STEPS, 1 / lift));

/** Index into the atlas of each cell's glyph. */
export const atlasCells = ({ cells, codebook }: PipelineState): Uint8Array => {
  const drawn = drawnGlyphs(codebook);
  const glyphs = new Uint8Array(cells.length);
  for (let cell = 0; cell < cells.length; cell++) glyphs[cell] = drawn[cells[cell]!]!;
  return glyphs;
};

const viewLight = (light: Plane, kernels: Kernels): Views => ({
  near: toTonePlane(light),
  far: viewFar(light, kernels),
});

const viewFar = (light: Plane, kernels: Kernels): Plane => toTonePlane(halve(kernels.blur(light, STEP_BACK)));

/** The additional blur from the near to the far view. */
const STEP_BACK = blurTaps(Math.sqrt(3) * EYE_SIGMA);

/** Swaps light and dark; transparent areas stay black. */
const inverted = ({ width, height, data }: Plane, opaque?: Plane): Plane => {
  const out = makePlane(width, height);
  for (let i = 0; i < data.length; i++) out.data[i] = Math.max(0, (opaque?.data[i] ?? 1) - data[i]!);
  return out;
};
