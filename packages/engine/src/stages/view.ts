import { blurTaps } from "../math/blur.ts";
import { countTones, perceived } from "../plane.ts";
import { EYE_SIGMA } from "../search/footprints.ts";
import type { Stage } from "../stage.ts";

/**
 * The picture as the eye sees it from where it would read the characters: a blur of half a cell's width, in light, and the
 * tones that it has on the perceptual scale.
 */
export const view: Stage = {
  name: "view",
  says: "the picture as an eye at reading distance sees it",
  wanted: () => true,
  run: (frame) => {
    const light = frame.kernels.blur(frame.light, EYE, frame.planes);
    const tone = perceived(light, frame.planes);
    return { ...frame, light, tone, tones: countTones(tone, frame.opacity) };
  },
};

/** A sample is the mean of a square already, which is a blur of variance 1/12 in itself. */
const EYE = blurTaps(Math.sqrt(EYE_SIGMA * EYE_SIGMA - 1 / 12));
