import { blurTaps } from "../math/gaussian.ts";
import { countTones, toTonePlane } from "../plane.ts";
import { EYE_SIGMA } from "../search/footprints.ts";
import type { Stage } from "../stage.ts";

/** The picture as seen from reading distance: a blur of half a cell's width in linear light, and the resulting tones. */
export const view: Stage = {
  name: "view",
  summary: "the picture as an eye at reading distance sees it",
  wanted: () => true,
  run: (state) => {
    const light = state.kernels.blur(state.light, EYE, state.planes);
    const tone = toTonePlane(light, state.planes);
    return { ...state, light, tone, tones: countTones(tone, state.opacity) };
  },
};

/** A sample is already the mean of a square, which is a blur of variance 1/12. */
const EYE = blurTaps(Math.sqrt(EYE_SIGMA * EYE_SIGMA - 1 / 12));
