import { blurTaps } from "../math/gaussian.ts";
import { clampTone, type Plane } from "../plane.ts";
import type { Stage } from "../stage.ts";

/** Unsharp mask: adds what a blur of one sample removes, in proportion to `sharpen`. */
export const detail: Stage = {
  name: "detail",
  summary: "unsharp-mask detail enhancement",
  wanted: ({ sharpen }) => sharpen > 0,
  run: (state, { sharpen }) => ({
    ...state,
    tone: unsharp(state.tone, state.kernels.blur(state.tone, SOFT, state.planes), STRENGTH * sharpen),
  }),
};

const SOFT = blurTaps(1);

/** At the default `sharpen`, edges gain contrast without ringing. */
const STRENGTH = 4 / 3;

/**
 * Adds `amount` times the difference between the plane and its soft copy, clamped to the range of tones. Overwrites the
 * soft copy.
 */
const unsharp = ({ data }: Plane, soft: Plane, amount: number): Plane => {
  const out = soft.data;
  for (let i = 0; i < out.length; i++) {
    const own = data[i]!;
    out[i] = clampTone(own + amount * (own - out[i]!));
  }
  return soft;
};
