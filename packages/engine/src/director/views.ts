import type { Frame } from "../frame.ts";
import { drawnGlyphs } from "../glyphs/codebook.ts";
import type { Kernels } from "../kernels.ts";
import { halve } from "../math/area.ts";
import { blurTaps } from "../math/blur.ts";
import { power } from "../math/power.ts";
import { makePlane, type Plane, perceived } from "../plane.ts";
import { EYE_SIGMA } from "../search/footprints.ts";
import { pageLight } from "../search/page-light.ts";
import { LIFT } from "../search/target.ts";

/**
 * What is seen from two distances, on the scale on which steps look even, 0 to 1. `near`: the eye blurs by half a cell's
 * width, 2 × 4 samples a cell. `far`: by a whole cell's width, 1 × 2 samples a cell; there the glyphs' own texture is gone.
 */
export type Views = { readonly near: Plane; readonly far: Plane };

/** What is seen of the picture itself, negative where the page is to be one. Takes a frame that `view` has made. */
export const viewPicture = ({ light, tone, opacity, kernels }: Frame, invert: boolean): Views => {
  const views = { near: tone, far: viewFar(light, kernels) };
  if (!invert) return views;
  const ground = opacity === null ? null : viewLight(opacity, kernels);
  return { near: negative(views.near, ground?.near), far: negative(views.far, ground?.far) };
};

/** What is seen of a drawn page: the tones that its light stands for, see `LIFT`. */
export const viewPage = (frame: Frame): Views => {
  const { near, far } = viewLight(pageLight(atlasCells(frame), frame.size, frame.kernels.stamp), frame.kernels);
  lower(near);
  lower(far);
  return { near, far };
};

/** Takes the lift of mid-tones back, in place. */
const lower = ({ data }: Plane): void => {
  for (let i = 0; i < data.length; i++) data[i] = LOWERED[(data[i]! * LOWERED_STEPS + 0.5) | 0]!;
};

const LOWERED_STEPS = 8192;
const LOWERED = Float32Array.from({ length: LOWERED_STEPS + 1 }, (_, step) => power(step / LOWERED_STEPS, 1 / LIFT));

/** The place in the atlas of each cell's glyph. */
export const atlasCells = ({ cells, codebook }: Frame): Uint8Array => {
  const drawn = drawnGlyphs(codebook);
  const glyphs = new Uint8Array(cells.length);
  for (let cell = 0; cell < cells.length; cell++) glyphs[cell] = drawn[cells[cell]!]!;
  return glyphs;
};

const viewLight = (light: Plane, kernels: Kernels): Views => ({
  near: perceived(light),
  far: viewFar(light, kernels),
});

const viewFar = (light: Plane, kernels: Kernels): Plane => perceived(halve(kernels.blur(light, STEP_BACK)));

/** From the near view's blur to twice that. */
const STEP_BACK = blurTaps(Math.sqrt(3) * EYE_SIGMA);

/** Light and dark change places; what is transparent stays as black as the page is there. */
const negative = ({ width, height, data }: Plane, ground: Plane | undefined): Plane => {
  const out = makePlane(width, height);
  for (let i = 0; i < data.length; i++) out.data[i] = Math.max(0, (ground?.data[i] ?? 1) - data[i]!);
  return out;
};
