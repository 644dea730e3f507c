import type { RenderParams } from "@lumiglyph/contract";
import { power } from "../math/power.ts";
import { mapPlane } from "../plane.ts";
import type { Stage } from "../stage.ts";

/** Contrast, brightness, gamma and inversion, all on the perceptual scale. */
export const tone: Stage = {
  name: "tone",
  says: "contrast, brightness, gamma and inversion",
  wanted: () => true,
  run: (frame, params) => ({ ...frame, tone: mapPlane(frame.tone, curveOf(params)) }),
};

/** The tone curve as a table: `power` is too slow to be called for every sample. */
const curveOf = ({ contrast, brightness, gamma, invert }: RenderParams): ((value: number) => number) => {
  const table = Float64Array.from({ length: STEPS + 1 }, (_, step) => {
    const lifted = (step / STEPS - 0.5) * contrast + 0.5 + brightness / 255;
    const curved = power(Math.min(1, Math.max(0, lifted)), 1 / gamma);
    return invert ? 1 - curved : curved;
  });
  return (value) => {
    const position = Math.min(1, Math.max(0, value)) * STEPS;
    const step = Math.min(STEPS - 1, Math.floor(position));
    const low = table[step]!;
    return low + (table[step + 1]! - low) * (position - step);
  };
};

const STEPS = 1024;
