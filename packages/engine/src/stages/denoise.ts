import { halve } from "../math/area.ts";
import { clampTone } from "../plane.ts";
import type { Stage } from "../stage.ts";

/**
 * Edge-preserving smoothing. Averaging a cell's pixels has already removed the fine grain, so the filter works on means of
 * 2 × 2 samples, half a cell, and the same correction is applied to the samples.
 */
export const denoise: Stage = {
  name: "denoise",
  summary: "edge-preserving bilateral filter",
  wanted: (params) => params.denoise > 0,
  run: (state, params) => {
    const { width, height, data } = state.tone;
    const small = halve(state.tone);
    const soft = state.kernels.bilateral(small, state.planes).data;
    const tone = state.planes(width, height);
    const out = tone.data;
    for (let y = 0, from = 0; y < height; y += 2) {
      for (let x = 0, at = y * width; x < width; x += 2, at += 2, from++) {
        const change = params.denoise * (soft[from]! - small.data[from]!);
        out[at] = clampTone(data[at]! + change);
        out[at + 1] = clampTone(data[at + 1]! + change);
        out[at + width] = clampTone(data[at + width]! + change);
        out[at + width + 1] = clampTone(data[at + width + 1]! + change);
      }
    }
    return { ...state, tone };
  },
};
