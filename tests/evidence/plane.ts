/** A number for each sample, row by row from the top left. */
export type Plane = { readonly width: number; readonly height: number; readonly data: Float64Array };

/** Maps every sample. */
export const changed = (plane: Plane, change: (value: number, place: number) => number): Plane => ({
  ...plane,
  data: plane.data.map(change),
});

/** The weights of consecutive samples of a row, from `first` on, for a new sample. */
export type Window = { readonly first: number; readonly weights: readonly number[] };

/** Applies windows along all rows, then along all columns. */
export const gathered = (plane: Plane, across: readonly Window[], down: readonly Window[]): Plane =>
  turned(turned(plane, across), down);

/** Applies windows along the rows and transposes: twice covers both directions. */
const turned = ({ width, height, data }: Plane, windows: readonly Window[]): Plane => {
  const out = new Float64Array(windows.length * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < windows.length; x++) {
      const { first, weights } = windows[x]!;
      let sum = 0;
      for (let i = 0, at = y * width + first; i < weights.length; i++, at++) sum += weights[i]! * data[at]!;
      out[x * height + y] = sum;
    }
  }
  return { width: height, height: windows.length, data: out };
};

/** Gaussian blur of this deviation in samples, cut off at three of them; the outermost samples repeat beyond the border. */
export const blurred = (plane: Plane, sigma: number): Plane =>
  gathered(plane, bells(plane.width, sigma), bells(plane.height, sigma));

const bells = (length: number, sigma: number): readonly Window[] => {
  const reach = Math.ceil(3 * sigma);
  const steps = Array.from({ length: 2 * reach + 1 }, (_, i) => i - reach);
  const bell = steps.map((step) => Math.exp(-(step * step) / (2 * sigma * sigma)));
  const total = bell.reduce((sum, weight) => sum + weight, 0);
  return Array.from({ length }, (_, at) => {
    const first = Math.max(0, at - reach);
    const weights = new Array<number>(Math.min(length, at + reach + 1) - first).fill(0);
    steps.forEach((step, i) => {
      weights[Math.min(length - 1, Math.max(0, at + step)) - first]! += bell[i]! / total;
    });
    return { first, weights };
  });
};

/** Resizes: each new sample is the mean of the rectangle that it covers. */
export const resized = (plane: Plane, width: number, height: number): Plane =>
  gathered(plane, covers(plane.width, width), covers(plane.height, height));

const covers = (length: number, target: number): readonly Window[] =>
  Array.from({ length: target }, (_, at) => {
    const [start, end] = [(at * length) / target, ((at + 1) * length) / target];
    const first = Math.floor(start);
    const covered = (i: number): number => (Math.min(end, i + 1) - Math.max(start, i)) / (end - start);
    return {
      first,
      weights: Array.from({ length: Math.min(length, Math.ceil(end)) - first }, (_, i) => covered(first + i)),
    };
  });

/** Root mean square difference of two planes. */
export const distance = (one: Plane, other: Plane): number =>
  Math.sqrt(one.data.reduce((sum, value, i) => sum + (value - other.data[i]!) ** 2, 0) / one.data.length);
