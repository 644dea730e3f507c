import { gaussianBetween } from "../math/gaussian.ts";
import { EYE_SIGMA, MARGIN } from "./footprints.ts";

/** Share of the eye's blur around each of `length` samples that falls inside the picture: the outermost gather less light. */
export const sharesInside = (length: number): Float64Array => {
  const shares = new Float64Array(length).fill(1);
  for (let i = 0; i < length; i++) {
    if (i > MARGIN && i < length - 1 - MARGIN) i = length - 1 - MARGIN;
    shares[i] = gaussianBetween(0, length, i + 0.5, EYE_SIGMA);
  }
  return shares;
};
