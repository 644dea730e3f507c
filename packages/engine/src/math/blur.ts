import { makePlane, type Plane } from "../plane.ts";
import { gaussianKernel } from "./gaussian.ts";

/** Separable Gaussian blur; samples beyond the border repeat the outermost one. `sigma` in samples. */
export const blur = (plane: Plane, sigma: number): Plane => {
  const radius = Math.ceil(3 * sigma);
  const kernel = gaussianKernel(sigma, radius);
  return blurColumns(blurRows(plane, kernel, radius), kernel, radius);
};

const blurRows = ({ width, height, data }: Plane, kernel: Float64Array, radius: number): Plane => {
  const out = makePlane(width, height);
  for (let y = 0, at = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++, at++) {
      let sum = 0;
      for (let k = -radius; k <= radius; k++) {
        sum += kernel[k + radius]! * data[row + Math.min(width - 1, Math.max(0, x + k))]!;
      }
      out.data[at] = sum;
    }
  }
  return out;
};

const blurColumns = ({ width, height, data }: Plane, kernel: Float64Array, radius: number): Plane => {
  const out = makePlane(width, height);
  const sums = new Float64Array(width);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let k = -radius; k <= radius; k++) {
      const weight = kernel[k + radius]!;
      const row = Math.min(height - 1, Math.max(0, y + k)) * width;
      for (let x = 0; x < width; x++) sums[x] = sums[x]! + weight * data[row + x]!;
    }
    out.data.set(sums, y * width);
  }
  return out;
};
