import { makePlane, type Plane, type Planes } from "../plane.ts";
import { gaussianKernel } from "./gaussian.ts";

/** The weights of a Gaussian blur of this sigma, in samples: the middle one first, then those at 1, 2, … samples from it. */
export const blurTaps = (sigma: number): Float32Array => {
  const radius = Math.ceil(3 * sigma);
  return Float32Array.from(gaussianKernel(sigma, radius).subarray(radius));
};

const { fround } = Math;

/**
 * Separable blur; samples beyond the border repeat the outermost one. Every operation is rounded to single precision, in
 * the order of the WebAssembly twin (assembly/blur.ts).
 */
export const blur = (plane: Plane, taps: Float32Array, planes: Planes = makePlane): Plane =>
  blurColumns(blurRows(plane, taps), taps, planes);

const blurRows = ({ width, height, data }: Plane, taps: Float32Array): Plane => {
  const radius = taps.length - 1;
  const out = makePlane(width, height);
  // a row with its ends repeated, so that the inner loop needs no bounds
  const row = new Float32Array(width + 2 * radius);
  for (let y = 0, from = 0; y < height; y++, from += width) {
    row.fill(data[from]!, 0, radius);
    row.set(data.subarray(from, from + width), radius);
    row.fill(data[from + width - 1]!, width + radius);
    for (let x = 0, at = radius; x < width; x++, at++) {
      let sum = fround(taps[0]! * row[at]!);
      for (let k = 1; k <= radius; k++) sum = fround(sum + fround(taps[k]! * fround(row[at - k]! + row[at + k]!)));
      out.data[from + x] = sum;
    }
  }
  return out;
};

const blurColumns = ({ width, height, data }: Plane, taps: Float32Array, planes: Planes): Plane => {
  const out = planes(width, height);
  const rowAt = (y: number): number => Math.min(height - 1, Math.max(0, y)) * width;
  for (let y = 0; y < height; y++) {
    const sums = out.data.subarray(y * width, (y + 1) * width);
    for (let x = 0, from = y * width; x < width; x++) sums[x] = taps[0]! * data[from + x]!;
    for (let k = 1; k < taps.length; k++) {
      const above = rowAt(y - k);
      const below = rowAt(y + k);
      for (let x = 0; x < width; x++) {
        sums[x] = sums[x]! + fround(taps[k]! * fround(data[above + x]! + data[below + x]!));
      }
    }
  }
  return out;
};
