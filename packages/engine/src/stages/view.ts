import { countTones, toTonePlane } from "../plane.ts";
import { EYE } from "../search/footprints.ts";
import type { Stage } from "../stage.ts";
import { drawsPairs, seenColors } from "./color.ts";

/** The picture as seen from reading distance: a blur of half a cell's width in linear light, and the resulting tones. */
export const view: Stage = {
  name: "view",
  summary: "the picture as an eye at reading distance sees it",
  wanted: () => true,
  run: (state, params) => {
    const light = state.kernels.blur(state.light, EYE, state.planes);
    const tone = toTonePlane(light, state.planes);
    const colors = drawsPairs(params) && state.seen === null ? seenColors(state) : null;
    return { ...state, light, tone, tones: countTones(tone, state.opacity), ...colors };
  },
};
