import { blur } from "../math/blur.ts";
import { makePlane, type Plane } from "../plane.ts";
import type { Stage } from "../stage.ts";
import { clampTone } from "../tone-range.ts";

/** Unsharp mask: what a blur of one sample takes away is added once more, in proportion to `sharpen`. */
export const detail: Stage = {
  name: "detail",
  says: "unsharp-mask detail enhancement",
  wanted: ({ sharpen }) => sharpen > 0,
  run: (frame, { sharpen }) => ({ ...frame, tone: unsharp(frame.tone, STRENGTH * sharpen) }),
};

const SIGMA = 1;

/** Makes the default the point where edges gain and nothing rings yet. */
const STRENGTH = 4 / 3;

/** The plane with its fine detail raised by `amount`, kept within the range of tones. */
export const unsharp = (plane: Plane, amount: number): Plane => {
  const soft = blur(plane, SIGMA);
  const out = makePlane(plane.width, plane.height);
  for (let i = 0; i < out.data.length; i++) {
    const own = plane.data[i]!;
    out.data[i] = clampTone(own + amount * (own - soft.data[i]!));
  }
  return out;
};
