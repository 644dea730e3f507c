import fc from "fast-check";
import { expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { paramsWith } from "../../../../tests/support/params.ts";
import { paintGray, planeOf, planes } from "../../../../tests/support/rasters.ts";
import type { Plane } from "../plane.ts";
import { edges } from "./edges.ts";

const trace = (tone: Plane, edgeStrength: number): number[] => [
  ...edges.run(
    {
      ...startFrame(
        paintGray(1, 1, () => 0),
        { columns: 8, rows: 4 },
      ),
      tone,
    },
    paramsWith({ edges: true, edgeStrength }),
  ).tone.data,
];

const strengths = fc.double({ min: 0.1, max: 5, noNaN: true });

test("the stage works only where edges are asked for", () => {
  expect(edges.wanted(paramsWith({ edges: false }))).toBe(false);
  expect(edges.wanted(paramsWith({ edges: true }))).toBe(true);
});

test("a flat picture of any tone is black", () => {
  expect(trace(planeOf([[1, 1, 1]]), 5)).toEqual([0, 0, 0]);
  expect(trace(planeOf([[0.2], [0.2]]), 5)).toEqual([0, 0]);
});

test("a step leaves a line where it is, and black on both sides", () => {
  const [, , left, right, , ...rest] = trace(planeOf([[0, 0, 0, 1, 1, 1]]), 1.8);
  expect(left).toBeGreaterThan(0.5);
  expect(right).toBe(left);
  expect(trace(planeOf([[0, 0, 0, 1, 1, 1]]), 1.8).filter((value) => value === 0)).toHaveLength(4);
  expect(rest).toEqual([0]);
});

test("a falling step draws the same line as a rising one", () => {
  expect(trace(planeOf([[0.7, 0.7, 0.3, 0.3]]), 1)).toEqual(trace(planeOf([[0.3, 0.3, 0.7, 0.7]]), 1));
});

test("twice the strength is twice the line, until it is white", () => {
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
