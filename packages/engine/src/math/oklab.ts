/** Writes a linear sRGB color in OKLab (Ottosson, 2020), whose unit is the difference of black and white. */
export const writeOklab = (red: number, green: number, blue: number, out: Float64Array, at: number): void => {
  const l = cubeRoot(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = cubeRoot(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = cubeRoot(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  out[at] = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  out[at + 1] = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  out[at + 2] = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
};

/** From a table; small values are scaled by a power of 64 first, where the curve is flatter. */
const cubeRoot = (value: number): number => {
  if (value >= 1 / 64) return lookUp(value);
  return value >= 1 / 4096 ? lookUp(64 * value) / 4 : lookUp(4096 * Math.max(0, value)) / 16;
};

const lookUp = (value: number): number => {
  const position = Math.min(MOST, value) * STEPS;
  const step = position | 0;
  return ROOTS[step]! + (ROOTS[step + 1]! - ROOTS[step]!) * (position - step);
};

const STEPS = 2048;

/** Maximum brightness of a color, relative to white. */
const MOST = 4;

const ROOTS = Float64Array.from({ length: MOST * STEPS + 2 }, (_, step) => thirdRoot(step / STEPS));

/** By Newton's method, because the last bits of `Math.cbrt` may differ between JavaScript engines. */
function thirdRoot(value: number): number {
  if (value === 0) return 0;
  let root = Math.sqrt(Math.sqrt(value));
  for (let step = 0; step < 8; step++) root = (2 * root + value / (root * root)) / 3;
  return root;
}
