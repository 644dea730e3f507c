import fc from "fast-check";
import { expect, test } from "vitest";
import { noise, planeOf, planes, rowsOf } from "../../../../tests/support/rasters.ts";
import { makePlane, type Plane } from "../plane.ts";
import { bilateral, NEAR, RADIUS, SHARPNESS, STRIDE } from "./denoise.ts";

const spread = ({ data }: Plane): number => {
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  return Math.sqrt(data.reduce((sum, value) => sum + (value - mean) ** 2, 0) / data.length);
};

/** Columns and rows from a sample to each of its neighbors, as far as `NEAR` weighs them: a square without its corners. */
const AROUND = Array.from({ length: 2 * RADIUS + 1 }, (_, y) =>
  Array.from({ length: 2 * RADIUS + 1 }, (_, x) => ({ dx: x - RADIUS, dy: y - RADIUS })),
)
  .flat()
  .filter(({ dx, dy }) => Math.abs(dx) + Math.abs(dy) < 2 * RADIUS);

/** The filter as it is written in a book, in double precision. */
const byTheBook = ({ width, height, data }: Plane): number[] =>
  Array.from(data, (own, at) => {
    let [sum, weights] = [0, 0];
    AROUND.forEach(({ dx, dy }, index) => {
      const x = Math.min(width - 1, Math.max(0, (at % width) + dx * STRIDE));
      const y = Math.min(height - 1, Math.max(0, Math.floor(at / width) + dy * STRIDE));
      const value = data[y * width + x]!;
      const weight = NEAR[index]! * Math.max(0, 1 - SHARPNESS * (value - own) ** 2) ** 2;
      sum += weight * value;
      weights += weight;
    });
    return sum / weights;
  });

test("the weights are those of 21 neighbors, falling with their distance, the same on all sides", () => {
  expect(NEAR).toHaveLength(21);
  expect(AROUND).toHaveLength(21);
  const byDistance = new Map<number, Set<number>>();
  AROUND.forEach(({ dx, dy }, index) => {
    const distance = dx * dx + dy * dy;
    byDistance.set(distance, (byDistance.get(distance) ?? new Set()).add(NEAR[index]!));
  });
  const weights = [...byDistance.entries()].sort(([a], [b]) => a - b).map(([, values]) => [...values]);
  for (const values of weights) expect(values).toHaveLength(1);
  expect(weights[0]).toEqual([1]);
  for (let i = 1; i < weights.length; i++) expect(weights[i]![0]).toBeLessThan(weights[i - 1]![0]!);
});

test("it is the bilateral filter by the book, to within single precision", () => {
  fc.assert(
    fc.property(planes(), (plane) => {
      const book = byTheBook(plane);
      bilateral(plane).data.forEach((value, at) => {
        expect(Math.abs(value - book[at]!)).toBeLessThan(1e-5);
      });
    }),
  );
});

test("a single sample that differs a little is drawn towards its neighbors, by hand", () => {
  const [ground, spot] = [0.5, 0.6];
  const plane = planeOf(
    Array.from({ length: 9 }, (_, y) => Array.from({ length: 9 }, (_, x) => (x === 4 && y === 4 ? spot : ground))),
  );
  const likeness = (1 - SHARPNESS * 0.01) ** 2;
  const others = NEAR.reduce((sum, weight) => sum + weight, 0) - 1;
  const expected = (spot + likeness * others * ground) / (1 + likeness * others);
  expect(bilateral(plane).data[4 * 9 + 4]).toBeCloseTo(expected, 5);
});

test("a constant plane stays constant", () => {
  fc.assert(
    fc.property(fc.nat({ max: 1000 }), (thousandths) => {
      const flat = { width: 6, height: 5, data: new Float32Array(30).fill(thousandths / 1000) };
      for (const value of bilateral(flat).data) expect(Math.abs(value - flat.data[0]!)).toBeLessThan(1e-6);
    }),
  );
});

test("a step survives whole if it is larger than the differences that count as grain", () => {
  const least = 1 / Math.sqrt(SHARPNESS);
  for (const [dark, bright] of [
    [0, 1],
    [0.3, 0.3 + 1.01 * least],
  ] as const) {
    const step = planeOf(Array.from({ length: 5 }, () => [dark, dark, dark, dark, bright, bright, bright, bright]));
    expect(rowsOf(bilateral(step))).toEqual(rowsOf(step));
  }
});

test("a fainter step is softened", () => {
  const step = planeOf(Array.from({ length: 5 }, () => [0.5, 0.5, 0.5, 0.5, 0.53, 0.53, 0.53, 0.53]));
  const [row] = rowsOf(bilateral(step));
  expect(row![4]! - row![3]!).toBeLessThan(0.02);
});

test("faint noise is all but smoothed away", () => {
  const next = noise(7);
  const grainy = { width: 16, height: 16, data: Float32Array.from({ length: 256 }, () => 0.5 + 0.04 * (next() - 0.5)) };
  expect(spread(bilateral(grainy))).toBeLessThan(0.4 * spread(grainy));
});

test("no sample leaves the range of its neighborhood", () => {
  fc.assert(
    fc.property(planes(), (plane) => {
      bilateral(plane).data.forEach((value, at) => {
        const near = neighborhood(plane, at, RADIUS * STRIDE);
        expect(value).toBeGreaterThanOrEqual(Math.min(...near) - 1e-6);
        expect(value).toBeLessThanOrEqual(Math.max(...near) + 1e-6);
      });
    }),
  );
});

/** The plane upside down and back to front. */
const turned = ({ width, height, data }: Plane): Plane => ({ width, height, data: data.toReversed() });

test("all borders are treated alike", () => {
  fc.assert(
    fc.property(planes(), (plane) => {
      const other = turned(bilateral(turned(plane))).data;
      bilateral(plane).data.forEach((value, at) => {
        expect(Math.abs(value - other[at]!)).toBeLessThan(1e-5);
      });
    }),
  );
});

test("it is written on a plane from wherever it is told to take one", () => {
  const taken: Plane[] = [];
  const soft = bilateral(planeOf([[0.1, 0.2, 0.3]]), (width, height) => {
    taken.push(makePlane(width, height));
    return taken[0]!;
  });
  expect(taken).toHaveLength(1);
  expect(soft).toBe(taken[0]);
});

const neighborhood = ({ width, data }: Plane, at: number, reach: number): number[] =>
  [...data].filter(
    (_, i) =>
      Math.abs((i % width) - (at % width)) <= reach &&
      Math.abs(Math.floor(i / width) - Math.floor(at / width)) <= reach,
  );
