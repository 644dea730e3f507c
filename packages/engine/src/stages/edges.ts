import { makePlane, type Plane } from "../plane.ts";
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

/** Gradients of a plane in tone per sample, borders repeated (Sobel and Feldman, 1968; scaled by 1/8). */
type Gradients = { readonly dx: Plane; readonly dy: Plane };

export const sobel = ({ width, height, data }: Plane): Gradients => {
  const dx = makePlane(width, height);
  const dy = makePlane(width, height);
  for (let y = 0, at = 0; y < height; y++) {
    const above = Math.max(0, y - 1) * width;
    const row = y * width;
    const below = Math.min(height - 1, y + 1) * width;
    for (let x = 0; x < width; x++, at++) {
      const left = Math.max(0, x - 1);
      const right = Math.min(width - 1, x + 1);
      const northWest = data[above + left]!;
      const northEast = data[above + right]!;
      const southWest = data[below + left]!;
      const southEast = data[below + right]!;
      dx.data[at] = (northEast - northWest + 2 * (data[row + right]! - data[row + left]!) + southEast - southWest) / 8;
      dy.data[at] = (southWest - northWest + 2 * (data[below + x]! - data[above + x]!) + southEast - northEast) / 8;
    }
  }
  return { dx, dy };
};
