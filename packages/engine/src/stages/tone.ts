import { PARAMS, type RenderParams } from "@lumiglyph/contract";
import { power } from "../math/power.ts";
import { makePlane, mapPlane, type Plane } from "../plane.ts";
import type { Stage } from "../stage.ts";
import { clampTone, TONE_CEILING, TONE_FLOOR } from "../tone-range.ts";

/** Contrast, brightness, gamma and inversion, all on the perceptual scale. */
export const tone: Stage = {
  name: "tone",
  says: "contrast, brightness, gamma and inversion",
  wanted: () => true,
  run: (frame, params) => {
    const curve = curveOf(params);
    const tone = mapPlane(frame.tone, curve);
    return { ...frame, tone: frame.opacity === null ? tone : withoutGround(tone, frame.opacity, curve(0)) };
  },
};

/** What the curve makes of the black behind a transparent picture is taken out again: that ground is not part of it. */
const withoutGround = (tone: Plane, opacity: Plane, ground: number): Plane => {
  const out = makePlane(tone.width, tone.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = tone.data[i]! - (1 - opacity.data[i]!) * ground;
  return out;
};

/**
 * Mid-tones are lifted by this power: the texture of glyphs costs contrast, which would be seen as lifted blacks. The
 * default `gamma` 1 is that point.
 */
const LIFT = 0.94;

const STEPS = 2048;

/** The tone curve as a table: `power` is too slow to be called for every sample. */
const curveOf = (params: RenderParams): ((value: number) => number) => {
  const range = TONE_CEILING - TONE_FLOOR;
  const table = Float64Array.from({ length: STEPS + 1 }, (_, step) =>
    bend(TONE_FLOOR + (step / STEPS) * range, params),
  );
  return (value) => {
    const position = ((clampTone(value) - TONE_FLOOR) / range) * STEPS;
    const step = Math.min(STEPS - 1, Math.floor(position));
    const low = table[step]!;
    return low + (table[step + 1]! - low) * (position - step);
  };
};

/** `contrast` turns the curve around mid-gray; its default leaves the tones of `levels` as they are. */
const bend = (value: number, { contrast, brightness, gamma, invert }: RenderParams): number => {
  const steepness = contrast / PARAMS.contrast.default;
  const raised = clampTone((value - 0.5) * steepness + 0.5 + brightness / 255);
  const curved = raised <= 0 ? raised : power(raised, LIFT / gamma);
  return clampTone(invert ? 1 - curved : curved);
};
