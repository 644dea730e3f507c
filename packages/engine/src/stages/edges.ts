import { sobel } from "../math/sobel.ts";
import { makePlane } from "../plane.ts";
import type { Stage } from "../stage.ts";

/** Sobel line art: the tone becomes the steepness of the tone, `edgeStrength` times. */
export const edges: Stage = {
  name: "edges",
  says: "Sobel edge-detection line art",
  wanted: (params) => params.edges,
  run: (frame, { edgeStrength }) => {
    const { dx, dy } = sobel(frame.tone);
    const tone = makePlane(frame.tone.width, frame.tone.height);
    for (let i = 0; i < tone.data.length; i++) {
      const steepness = Math.sqrt(dx.data[i]! * dx.data[i]! + dy.data[i]! * dy.data[i]!);
      tone.data[i] = Math.min(1, 2 * edgeStrength * steepness);
    }
    return { ...frame, tone };
  },
};
