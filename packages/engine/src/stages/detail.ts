import { blur } from "../math/blur.ts";
import { makePlane, type Plane } from "../plane.ts";
import type { Stage } from "../stage.ts";

/** Unsharp mask: what a blur of one sample takes away is added once more, `sharpen` times. */
export const detail: Stage = {
  name: "detail",
  says: "unsharp-mask detail enhancement",
  wanted: ({ sharpen }) => sharpen > 0,
  run: (frame, { sharpen }) => ({ ...frame, tone: unsharp(frame.tone, sharpen) }),
};

const SIGMA = 1;

/** The plane with its fine detail raised by `amount`, kept within 0 to 1. */
export const unsharp = (plane: Plane, amount: number): Plane => {
  const soft = blur(plane, SIGMA);
  const out = makePlane(plane.width, plane.height);
  for (let i = 0; i < out.data.length; i++) {
    const own = plane.data[i]!;
    out.data[i] = Math.min(1, Math.max(0, own + amount * (own - soft.data[i]!)));
  }
  return out;
};
