import type { RenderParams } from "@lumiglyph/contract";
import { power } from "../math/power.ts";
import type { Leveling } from "../pipeline-state.ts";
import { clampTone, makePlane, type Plane, type Planes, TONE_CEILING, TONE_FLOOR } from "../plane.ts";
import type { Stage } from "../stage.ts";

/** Contrast, brightness, gamma and inversion, all on the perceptual scale. */
export const tone: Stage = {
  name: "tone",
  summary: "contrast, brightness, gamma and inversion",
  wanted: () => true,
  run: (state, params) => {
    const curve = toneCurve(state.leveling, params);
    const tone = applyCurve(state.tone, curve, state.planes);
    if (state.opacity === null) return { ...state, tone };
    return { ...state, tone: withoutBackground(tone, state.opacity, Math.max(0, curve[0]!)) };
  },
};

/** Steps of the tone curve from 0 to 1; linear in between. */
const CURVE_STEPS = 1024;

/**
 * The combined curve of leveling and adjustment for tones from 0 to 1, in `CURVE_STEPS` steps and
 * one more.
 */
const toneCurve = ({ black, scale }: Leveling, params: RenderParams): Float32Array => {
  const bends = samplesOf(params);
  const curve = new Float32Array(CURVE_STEPS + 2);
  for (let step = 0; step < curve.length; step++) curve[step] = readSample(bends, (step / CURVE_STEPS - black) * scale);
  return curve;
};

const applyCurve = ({ width, height, data }: Plane, curve: Float32Array, planes: Planes): Plane => {
  const plane = planes(width, height);
  const out = plane.data;
  for (let i = 0; i < out.length; i++) {
    const position = data[i]! * CURVE_STEPS;
    const step = position | 0;
    const low = curve[step]!;
    out[i] = low + (curve[step + 1]! - low) * (position - step);
  }
  return plane;
};

/**
 * Subtracts the curve's value for black, because the black behind a transparent picture is not part
 * of it.
 */
const withoutBackground = (tone: Plane, opacity: Plane, background: number): Plane => {
  const out = makePlane(tone.width, tone.height);
  for (let i = 0; i < out.data.length; i++) {
    out.data[i] = clampTone(tone.data[i]! - (1 - opacity.data[i]!) * background);
  }
  return out;
};

/** Whether bright parts of the picture have little ink: in a negative on black, and in a positive on paper. */
export const isFlipped = ({ invert, background }: Pick<RenderParams, "invert" | "background">): boolean =>
  invert !== (background === "light");

const SAMPLES = 512;
const RANGE = TONE_CEILING - TONE_FLOOR;

/** Samples of the adjustment over the range of tones, because `power` is too slow to call for every step. */
const samplesOf = (params: RenderParams): Float64Array =>
  Float64Array.from({ length: SAMPLES + 2 }, (_, place) => adjusted(TONE_FLOOR + (place / SAMPLES) * RANGE, params));

const readSample = (bends: Float64Array, value: number): number => {
  const position = (clampTone(value) - TONE_FLOOR) * (SAMPLES / RANGE);
  const place = position | 0;
  const low = bends[place]!;
  return low + (bends[place + 1]! - low) * (position - place);
};

/** `contrast` scales around mid-gray, `brightness` shifts, `gamma` bends, `invert` flips. On paper, ink is dark. */
const adjusted = (value: number, params: RenderParams): number => {
  const { contrast, brightness, gamma } = params;
  const raised = clampTone((value - 0.5) * contrast + 0.5 + brightness / 255);
  const curved = raised <= 0 ? raised : power(raised, 1 / gamma);
  return clampTone(isFlipped(params) ? 1 - curved : curved);
};
