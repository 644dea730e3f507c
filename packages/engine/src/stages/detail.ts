import { blurTaps } from "../math/blur.ts";
import { type Plane, TONE_CEILING, TONE_FLOOR } from "../plane.ts";
import type { Stage } from "../stage.ts";
/** Unsharp mask: what a blur of one sample takes away is added once more, in proportion to `sharpen`. */
export const detail: Stage = {
  name: "detail",
  says: "unsharp-mask detail enhancement",
  wanted: ({ sharpen }) => sharpen > 0,
  run: (frame, { sharpen }) => ({
    ...frame,
    tone: unsharp(frame.tone, frame.kernels.blur(frame.tone, SOFT, frame.planes), STRENGTH * sharpen),
  }),
};

const SOFT = blurTaps(1);

/** Makes the default the point where edges gain and nothing rings yet. */
const STRENGTH = 4 / 3;

/** What the plane has more than a soft copy of itself, raised by `amount`; it takes the copy's place, within the tones' range. */
const unsharp = ({ data }: Plane, soft: Plane, amount: number): Plane => {
  const out = soft.data;
  for (let i = 0; i < out.length; i++) {
    const own = data[i]!;
    out[i] = Math.min(TONE_CEILING, Math.max(TONE_FLOOR, own + amount * (own - out[i]!)));
  }
  return soft;
};
