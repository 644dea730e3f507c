import { makePlane, type Plane } from "../plane.ts";

/** A plane enlarged by cubic interpolation through its samples (Catmull and Rom, 1974); beyond the border the outermost go on. */
export const enlarge = (plane: Plane, width: number, height: number): Plane =>
  enlargeRows(enlargeColumns(plane, width), height);

const enlargeColumns = ({ width, height, data }: Plane, target: number): Plane => {
  const spots = spotsOf(width, target);
  const out = makePlane(target, height);
  for (let y = 0, to = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < target; x++, to++) {
      const { places: p, weights: w } = spots[x]!;
      out.data[to] =
        w[0]! * data[row + p[0]!]! +
        w[1]! * data[row + p[1]!]! +
        w[2]! * data[row + p[2]!]! +
        w[3]! * data[row + p[3]!]!;
    }
  }
  return out;
};

const enlargeRows = ({ width, height, data }: Plane, target: number): Plane => {
  const out = makePlane(width, target);
  const spots = spotsOf(height, target);
  for (let y = 0, to = 0; y < target; y++) {
    const { places, weights: w } = spots[y]!;
    const [a, b, c, d] = places.map((place) => place * width) as [number, number, number, number];
    for (let x = 0; x < width; x++, to++) {
      out.data[to] = w[0]! * data[a + x]! + w[1]! * data[b + x]! + w[2]! * data[c + x]! + w[3]! * data[d + x]!;
    }
  }
  return out;
};

/** The four samples around a target sample's middle, and what each of them counts. */
type Spot = { readonly places: readonly number[]; readonly weights: readonly number[] };

const spotsOf = (size: number, target: number): readonly Spot[] =>
  Array.from({ length: target }, (_, index) => {
    const position = ((index + 0.5) * size) / target - 0.5;
    const before = Math.floor(position);
    const places = [before - 1, before, before + 1, before + 2].map((place) => Math.max(0, Math.min(size - 1, place)));
    return { places, weights: catmullRom(position - before) };
  });

const catmullRom = (t: number): readonly number[] => {
  const tt = t * t;
  const ttt = tt * t;
  return [(2 * tt - t - ttt) / 2, (2 - 5 * tt + 3 * ttt) / 2, (t + 4 * tt - 3 * ttt) / 2, (ttt - tt) / 2];
};
