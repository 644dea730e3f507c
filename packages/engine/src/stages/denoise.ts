import { makePlane, type Plane } from "../plane.ts";
import type { Stage } from "../stage.ts";

/**
 * Bilateral filter (Tomasi and Manduchi, 1998) over 5 × 5 samples. The range weight is 1 / (1 + d²/s²)², which falls off
 * like their Gaussian and costs no exponential. `denoise` mixes the filtered plane into the given one.
 */
export const denoise: Stage = {
  name: "denoise",
  says: "edge-preserving bilateral filter",
  wanted: (params) => params.denoise > 0,
  run: (frame, params) => ({ ...frame, tone: bilateral(frame.tone, params.denoise) }),
};

const RADIUS = 2;

/** Tone difference at which a neighbor counts a quarter. */
const RANGE = 0.1;

/** Spatial weight by squared distance in samples: a Gaussian of sigma 1.5, rounded, so that it is the same everywhere. */
const NEAR = [1, 0.801, 0.641, 0, 0.411, 0.329, 0, 0, 0.169];

/** The plane filtered, mixed with itself by `amount`, 0 to 1. Every sample stays within its neighborhood's range. */
export const bilateral = ({ width, height, data }: Plane, amount: number): Plane => {
  const out = makePlane(width, height);
  const sharpness = 1 / (RANGE * RANGE);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const own = data[at]!;
      let sum = 0;
      let weights = 0;
      for (let dy = -RADIUS; dy <= RADIUS; dy++) {
        const row = Math.min(height - 1, Math.max(0, y + dy)) * width;
        for (let dx = -RADIUS; dx <= RADIUS; dx++) {
          const value = data[row + Math.min(width - 1, Math.max(0, x + dx))]!;
          const difference = value - own;
          const falloff = 1 + difference * difference * sharpness;
          const weight = NEAR[dx * dx + dy * dy]! / (falloff * falloff);
          sum += weight * value;
          weights += weight;
        }
      }
      out.data[at] = own + amount * (sum / weights - own);
    }
  }
  return out;
};
