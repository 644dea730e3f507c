import type { Stage } from "../stage.ts";

/** Edge-preserving smoothing before detail is recovered: what is left of noise after averaging a cell's pixels. */
export const denoise: Stage = {
  name: "denoise",
  says: "edge-preserving bilateral filter",
  wanted: (params) => params.denoise > 0,
  run: (frame, params) => ({
    ...frame,
    tone: frame.kernels.bilateral(frame.tone, mixOf(params.denoise), frame.planes),
  }),
};

/** By its cube: at the default a clean picture must lose nothing, at 1 a noisy one all its noise. */
const mixOf = (amount: number): number => amount * amount * amount;
