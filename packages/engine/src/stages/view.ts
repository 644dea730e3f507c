import type { RenderParams } from "@lumiglyph/contract";
import type { PipelineState } from "../pipeline-state.ts";
import { countTones, toTonePlane } from "../plane.ts";
import { EYE } from "../search/footprints.ts";
import type { Stage } from "../stage.ts";
import { drawsPairs, meanColors } from "./color.ts";
import { reduceToParts } from "./parts.ts";

/** The picture as seen from reading distance: a blur of half a cell's width in linear light, and the resulting tones. */
export const view: Stage = {
  name: "view",
  summary: "the picture, blurred as seen from reading distance",
  wanted: () => true,
  run: (state, params) => {
    const light = state.kernels.blur(state.light, EYE, state.planes);
    const tone = toTonePlane(light, state.planes);
    return { ...state, light, tone, tones: countTones(tone, state.opacity), ...colorsFor(state, params) };
  },
};

/** The colors that a page in two colors per cell is matched to, if they are not known yet. */
const colorsFor = (state: PipelineState, params: RenderParams): Partial<PipelineState> => {
  if (hasColorsFor(state, params)) return {};
  const parts = reduceToParts(state);
  return { parts, means: meanColors(parts, state.size, state.opacity === null) };
};

/** Whether a state after `view` has the colors that a page is matched to. */
export const hasColorsFor = ({ parts }: PipelineState, params: RenderParams): boolean =>
  !drawsPairs(params) || parts !== null;
