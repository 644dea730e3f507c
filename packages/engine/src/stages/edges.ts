import { sobel } from "../math/sobel.ts";
import { makePlane } from "../plane.ts";
import type { Stage } from "../stage.ts";

/** Sobel line art: the tone becomes the steepness of the tone, `edgeStrength` times; inverted, dark lines on a light ground. */
export const edges: Stage = {
  name: "edges",
  says: "Sobel edge-detection line art",
  wanted: (params) => params.edges,
  run: (frame, { edgeStrength, invert }) => {
    const { dx, dy } = sobel(frame.tone);
    const tone = makePlane(frame.tone.width, frame.tone.height);
    for (let i = 0; i < tone.data.length; i++) {
      const steepness = Math.sqrt(dx.data[i]! * dx.data[i]! + dy.data[i]! * dy.data[i]!);
      const line = Math.min(1, Math.max(0, GAIN * edgeStrength * steepness - FAINT));
      tone.data[i] = invert ? (frame.opacity?.data[i] ?? 1) * (1 - line) : line;
    }
    return { ...frame, tone };
  },
};

/** Tone below which an edge is left out: texture and soft shading are no lines, and would only strew dots. */
const FAINT = 0.15;

/** Makes a contour of ordinary contrast a bright line at the default strength. */
const GAIN = 4;
