import { makePlane, type Plane } from "../plane.ts";

/**
 * Resizes a plane by area: every target sample is the mean of the rectangle it covers. Large reductions first go down a
 * pyramid of 2 × 2 means, at a fifth of the cost of a weighted mean. At least two samples per target sample are left for
 * the exact step, so that the border of a rectangle is right to within a quarter sample.
 */
export const resizeByArea = (plane: Plane, width: number, height: number): Plane => {
  let level = plane;
  for (let left = halvings(plane, width, height); left > 0; left--) level = halve(level);
  if (level.width === width && level.height === height) return level;
  return resizeRows(resizeColumns(level, width), height);
};

/** How often a plane is halved on the way to a size. */
export const halvings = (plane: Pick<Plane, "width" | "height">, width: number, height: number): number => {
  let count = 0;
  for (
    let scale = 1;
    isEven(plane, scale) && plane.width >= 4 * width * scale && plane.height >= 4 * height * scale;
  ) {
    scale *= 2;
    count++;
  }
  return count;
};

const isEven = ({ width, height }: Pick<Plane, "width" | "height">, scale: number): boolean =>
  width % (2 * scale) === 0 && height % (2 * scale) === 0;

/** Means of 2 × 2 samples. Width and height must be even. */
export const halve = ({ width, height, data }: Plane): Plane => {
  const out = makePlane(width / 2, height / 2);
  for (let y = 0, to = 0; y < out.height; y++) {
    for (let x = 0, at = 2 * y * width; x < out.width; x++, at += 2, to++) {
      out.data[to] = (data[at]! + data[at + 1]! + data[at + width]! + data[at + width + 1]!) / 4;
    }
  }
  return out;
};

const resizeColumns = ({ width, height, data }: Plane, target: number): Plane => {
  const spans = spansOf(width, target);
  const out = makePlane(target, height);
  for (let y = 0, to = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < target; x++, to++) {
      const { first, last, head, tail } = spans[x]!;
      let sum = head * data[row + first]!;
      for (let i = first + 1; i < last; i++) sum += data[row + i]!;
      out.data[to] = (sum + tail * data[row + last]!) * spans[x]!.scale;
    }
  }
  return out;
};

const resizeRows = ({ width, height, data }: Plane, target: number): Plane => {
  const spans = spansOf(height, target);
  const out = makePlane(width, target);
  const sums = new Float64Array(width);
  for (let y = 0; y < target; y++) {
    const { first, last, head, tail, scale } = spans[y]!;
    sums.fill(0);
    for (let i = first; i <= last; i++) {
      const weight = (i === first ? head : i === last ? tail : 1) * scale;
      for (let x = 0, from = i * width; x < width; x++) sums[x] = sums[x]! + weight * data[from + x]!;
    }
    out.data.set(sums, y * width);
  }
  return out;
};

/** The source samples that a target sample covers: whole ones between a first and a last that count in part. */
export type Span = {
  readonly first: number;
  readonly last: number;
  readonly head: number;
  readonly tail: number;
  readonly scale: number;
};

/** Spans of all target samples in one direction. */
export const spansOf = (size: number, target: number): readonly Span[] =>
  Array.from({ length: target }, (_, index) => {
    const from = (index * size) / target;
    const to = ((index + 1) * size) / target;
    const first = Math.min(size - 1, Math.floor(from));
    const last = Math.max(first, Math.min(size - 1, Math.ceil(to) - 1));
    const head = Math.min(to, first + 1) - from;
    const tail = last > first ? to - last : 0;
    return { first, last, head, tail, scale: 1 / (head + (last > first ? tail + (last - first - 1) : 0)) };
  });
