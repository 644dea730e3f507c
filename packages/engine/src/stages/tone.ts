import { PARAMS, type RenderParams } from "@lumiglyph/contract";
import { power } from "../math/power.ts";
import { makePlane, type Plane } from "../plane.ts";
import type { Stage } from "../stage.ts";
import { clampTone, TONE_CEILING, TONE_FLOOR } from "../tone-range.ts";

/** Contrast, brightness, gamma and inversion, all on the perceptual scale. */
export const tone: Stage = {
  name: "tone",
  says: "contrast, brightness, gamma and inversion",
  wanted: () => true,
  run: (frame, params) => {
    const curve = curveOf(params);
    const tone = bendPlane(frame.tone, curve);
    if (frame.opacity === null) return { ...frame, tone };
    return { ...frame, tone: withoutGround(tone, frame.opacity, readCurve(curve, 0)) };
  },
};

const bendPlane = ({ width, height, data }: Plane, curve: Float64Array): Plane => {
  const out = makePlane(width, height);
  for (let i = 0; i < data.length; i++) out.data[i] = readCurve(curve, data[i]!);
  return out;
};

/** What the curve makes of the black behind a transparent picture is taken out again: that ground is not part of it. */
const withoutGround = (tone: Plane, opacity: Plane, ground: number): Plane => {
  const out = makePlane(tone.width, tone.height);
  for (let i = 0; i < out.data.length; i++) {
    out.data[i] = clampTone(tone.data[i]! - (1 - opacity.data[i]!) * ground);
  }
  return out;
};

/**
 * Mid-tones are lifted by this power: the texture of glyphs costs contrast, which would be seen as lifted blacks. The
 * default `gamma` 1 is that point.
 */
const LIFT = 0.94;

const STEPS = 512;
const RANGE = TONE_CEILING - TONE_FLOOR;

/** The tone curve as a table over the range of tones: `power` is too slow to be called for every sample. */
const curveOf = (params: RenderParams): Float64Array =>
  Float64Array.from({ length: STEPS + 2 }, (_, step) => bend(TONE_FLOOR + (step / STEPS) * RANGE, params));

const readCurve = (curve: Float64Array, value: number): number => {
  const position = (clampTone(value) - TONE_FLOOR) * (STEPS / RANGE);
  const step = position | 0;
  const low = curve[step]!;
  return low + (curve[step + 1]! - low) * (position - step);
};

/** `contrast` turns the curve around mid-gray; its default leaves the tones of `levels` as they are. */
const bend = (value: number, { contrast, brightness, gamma, invert }: RenderParams): number => {
  const steepness = contrast / PARAMS.contrast.default;
  const raised = clampTone((value - 0.5) * steepness + 0.5 + brightness / 255);
  const curved = raised <= 0 ? raised : power(raised, LIFT / gamma);
  return clampTone(invert ? 1 - curved : curved);
};
