import type { RenderParams } from "@lumiglyph/contract";
import type { Leveling } from "../frame.ts";
import { power } from "../math/power.ts";
import { clampTone, makePlane, type Plane, type Planes, TONE_CEILING, TONE_FLOOR } from "../plane.ts";
import type { Stage } from "../stage.ts";
/** Contrast, brightness, gamma and inversion, all on the perceptual scale. */
export const tone: Stage = {
  name: "tone",
  says: "contrast, brightness, gamma and inversion",
  wanted: () => true,
  run: (frame, params) => {
    const curve = toneCurve(frame.leveling, params);
    const tone = bendPlane(frame.tone, curve, frame.planes);
    if (frame.opacity === null) return { ...frame, tone };
    return { ...frame, tone: withoutGround(tone, frame.opacity, Math.max(0, curve[0]!)) };
  },
};

/** Steps of a tone curve over 0 to 1; between them it is straight. */
const CURVE_STEPS = 1024;

/** What becomes of the tones that `view` saw, `CURVE_STEPS` steps over 0 to 1 and one beyond: leveled and bent. */
const toneCurve = ({ black, scale }: Leveling, params: RenderParams): Float32Array => {
  const bends = bendsOf(params);
  const curve = new Float32Array(CURVE_STEPS + 2);
  for (let step = 0; step < curve.length; step++) curve[step] = readBend(bends, (step / CURVE_STEPS - black) * scale);
  return curve;
};

const bendPlane = ({ width, height, data }: Plane, curve: Float32Array, planes: Planes): Plane => {
  const out = planes(width, height);
  for (let i = 0; i < data.length; i++) {
    const position = data[i]! * CURVE_STEPS;
    const step = position | 0;
    const low = curve[step]!;
    out.data[i] = low + (curve[step + 1]! - low) * (position - step);
  }
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

const BENDS = 512;
const RANGE = TONE_CEILING - TONE_FLOOR;

/** The bend at a few places over the range of tones: `power` is too slow to be called for every step. */
const bendsOf = (params: RenderParams): Float64Array =>
  Float64Array.from({ length: BENDS + 2 }, (_, place) => bend(TONE_FLOOR + (place / BENDS) * RANGE, params));

const readBend = (bends: Float64Array, value: number): number => {
  const position = (clampTone(value) - TONE_FLOOR) * (BENDS / RANGE);
  const place = position | 0;
  const low = bends[place]!;
  return low + (bends[place + 1]! - low) * (position - place);
};

/** `contrast` turns the curve around mid-gray, `brightness` moves it, `gamma` bends it, `invert` turns it over. */
const bend = (value: number, { contrast, brightness, gamma, invert }: RenderParams): number => {
  const raised = clampTone((value - 0.5) * contrast + 0.5 + brightness / 255);
  const curved = raised <= 0 ? raised : power(raised, 1 / gamma);
  return clampTone(invert ? 1 - curved : curved);
};
