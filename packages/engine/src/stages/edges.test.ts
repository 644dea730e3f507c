import fc from "fast-check";
import { expect, test } from "vitest";
import { paramsWith } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { paintGray, planeOf, planes, rowsOf } from "../../../../tests/support/rasters.ts";
import { mapPlane, type Plane } from "../plane.ts";
import { edges, sobel } from "./edges.ts";

const trace = (tone: Plane, edgeStrength: number): number[] => [
  ...edges.run(
    {
      ...initialStateOf(
        paintGray(1, 1, () => 0),
        { columns: 8, rows: 4 },
      ),
      tone,
    },
    paramsWith({ edges: true, edgeStrength }),
  ).tone.data,
];

const strengths = fc.double({ min: 0.1, max: 5, noNaN: true });

test("the stage runs only with edges", () => {
  expect(edges.wanted(paramsWith({ edges: false }))).toBe(false);
  expect(edges.wanted(paramsWith({ edges: true }))).toBe(true);
});

test("a flat image of any tone is black", () => {
  expect(trace(planeOf([[1, 1, 1]]), 5)).toEqual([0, 0, 0]);
  expect(trace(planeOf([[0.2], [0.2]]), 5)).toEqual([0, 0]);
});

test("a step becomes a line at its position, with black on both sides", () => {
  const [, , left, right, , ...rest] = trace(planeOf([[0, 0, 0, 1, 1, 1]]), 1.8);
  expect(left).toBeGreaterThan(0.5);
  expect(right).toBe(left);
  expect(trace(planeOf([[0, 0, 0, 1, 1, 1]]), 1.8).filter((value) => value === 0)).toHaveLength(4);
  expect(rest).toEqual([0]);
});

test("a falling step becomes the same line as a rising one", () => {
  expect(trace(planeOf([[0.7, 0.7, 0.3, 0.3]]), 1)).toEqual(trace(planeOf([[0.3, 0.3, 0.7, 0.7]]), 1));
});

test("twice the strength is twice the line, up to white", () => {
  const faint = planeOf([[0.5, 0.5, 0.52, 0.52]]);
  expect(trace(faint, 2)[1]).toBeCloseTo(2 * trace(faint, 1)[1]!, 6);
  expect(Math.max(...trace(planeOf([[0, 0, 1, 1]]), 5))).toBe(1);
});

test("every tone is from 0 to 1", () => {
  fc.assert(
    fc.property(planes(), strengths, (plane, strength) => {
      for (const value of trace(plane, strength)) expect(value >= 0 && value <= 1).toBe(true);
    }),
  );
});

test("a slope of a tenth per sample is a tenth, to the right in dx and downward in dy", () => {
  const across = planeOf(Array.from({ length: 3 }, () => [0, 0.1, 0.2, 0.3]));
  expect(rowsOf(sobel(across).dx)[1]!.slice(1, 3)).toEqual([0.1, 0.1]);
  expect(rowsOf(sobel(across).dy)[1]).toEqual([0, 0, 0, 0]);
  const down = planeOf([0, 0.1, 0.2, 0.3].map((tone) => [tone, tone, tone]));
  expect(rowsOf(sobel(down).dy).slice(1, 3)).toEqual([
    [0.1, 0.1, 0.1],
    [0.1, 0.1, 0.1],
  ]);
  expect(rowsOf(sobel(down).dx)[1]).toEqual([0, 0, 0]);
});

test("the impulse response is the mirrored kernel, an eighth of Sobel's", () => {
  const impulse = planeOf(
    Array.from({ length: 5 }, (_, y) => Array.from({ length: 5 }, (_, x) => +(x === 2 && y === 2))),
  );
  const { dx, dy } = sobel(impulse);
  expect(rowsOf(dx)).toEqual([
    [0, 0, 0, 0, 0],
    [0, 0.125, 0, -0.125, 0],
    [0, 0.25, 0, -0.25, 0],
    [0, 0.125, 0, -0.125, 0],
    [0, 0, 0, 0, 0],
  ]);
  expect(rowsOf(dy)).toEqual([
    [0, 0, 0, 0, 0],
    [0, 0.125, 0.25, 0.125, 0],
    [0, 0, 0, 0, 0],
    [0, -0.125, -0.25, -0.125, 0],
    [0, 0, 0, 0, 0],
  ]);
});

test("the border of an image is not an edge", () => {
  const { dx, dy } = sobel(planeOf(Array.from({ length: 4 }, () => [0.7, 0.7, 0.7])));
  expect([...dx.data, ...dy.data].every((value) => value === 0)).toBe(true);
});

test("an inverted plane has the opposite slopes", () => {
  fc.assert(
    fc.property(planes(), (plane) => {
      const own = sobel(plane);
      const inverse = sobel(mapPlane(plane, (value) => 1 - value));
      own.dx.data.forEach((value, i) => {
        expect(Math.abs(value + inverse.dx.data[i]!)).toBeLessThan(1e-6);
        expect(Math.abs(own.dy.data[i]! + inverse.dy.data[i]!)).toBeLessThan(1e-6);
      });
    }),
  );
});
