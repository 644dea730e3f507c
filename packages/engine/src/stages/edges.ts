import { makePlane, type Plane } from "../plane.ts";
import type { Stage } from "../stage.ts";

/** Sobel line art: the tone becomes the gradient magnitude times `edgeStrength`; inverted, dark lines on a light background. */
export const edges: Stage = {
  name: "edges",
  summary: "Sobel edge-detection line art",
  wanted: (params) => params.edges,
  run: (state, { edgeStrength, invert }) => {
    const { dx, dy } = sobel(state.tone);
    const tone = makePlane(state.tone.width, state.tone.height);
    for (let i = 0; i < tone.data.length; i++) {
      const steepness = Math.sqrt(dx.data[i]! * dx.data[i]! + dy.data[i]! * dy.data[i]!);
      const line = Math.min(1, Math.max(0, GAIN * edgeStrength * steepness - FAINT));
      tone.data[i] = invert ? (state.opacity?.data[i] ?? 1) * (1 - line) : line;
    }
    return { ...state, tone };
  },
};

/** Edges below this tone are dropped, because texture and soft shading would only scatter dots. */
const FAINT = 0.15;

/** At the default strength, makes a contour of ordinary contrast a bright line. */
const GAIN = 4;

/** Gradients of a plane in tone per sample, borders repeated (Sobel and Feldman, 1968; scaled by 1/8). */
type Gradients = { readonly dx: Plane; readonly dy: Plane };

/** Sobel gradients of a plane. */
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
