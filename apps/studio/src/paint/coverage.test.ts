import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { coverageOf, readOutlines } from "./atlas.ts";

/** One glyph in a cell of 16 × 32 units: contours as [x, y] on the curve or [x, y, "control"]. */
const outlinesOf = (...contours: readonly (readonly (readonly [number, number, "control"?])[])[]) => {
  const numbers = contours.flatMap((points) => [
    points.length,
    ...points.flatMap(([x, y, control]) => [2 * x + (control === undefined ? 1 : 0), y]),
  ]);
  return readOutlines(new Int16Array([16, 0, contours.length, ...numbers]).buffer, 1);
};

const box = (left: number, top: number, right: number, bottom: number) =>
  [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ] as const;

const rows = (coverage: Uint8Array, cell: number): number[][] =>
  Array.from({ length: 2 * cell }, (_, row) => [...coverage.subarray(row * cell, (row + 1) * cell)]);

describe("how much of each pixel a glyph covers", () => {
  test("is all, half or a quarter where a box ends on, or in the middle of, pixels", () => {
    expect(rows(coverageOf(outlinesOf(box(4, 4, 14, 30)), 0, 4), 4)).toEqual([
      [0, 0, 0, 0],
      [0, 255, 255, 128],
      [0, 255, 255, 128],
      [0, 255, 255, 128],
      [0, 255, 255, 128],
      [0, 255, 255, 128],
      [0, 255, 255, 128],
      [0, 128, 128, 64],
    ]);
  });

  test("is half of the pixels on a diagonal", () => {
    const triangle = [
      [0, 0],
      [16, 16],
      [0, 16],
    ] as const;
    expect(rows(coverageOf(outlinesOf(triangle), 0, 4), 4).slice(0, 4)).toEqual([
      [128, 0, 0, 0],
      [255, 128, 0, 0],
      [255, 255, 128, 0],
      [255, 255, 255, 128],
    ]);
  });

  test("is two thirds of the box around a parabola", () => {
    const dome = [
      [0, 16],
      [8, -16, "control"],
      [16, 16],
    ] as const;
    const sum = coverageOf(outlinesOf(dome), 0, 16).reduce((total, byte) => total + byte, 0) / 255;
    expect(sum).toBeGreaterThan(0.995 * (2 / 3) * 256);
    expect(sum).toBeLessThan(1.001 * (2 / 3) * 256);
  });

  test("has a hole where a contour runs the other way round", () => {
    const hole = box(4, 8, 12, 24).toReversed();
    const coverage = rows(coverageOf(outlinesOf(box(0, 0, 16, 32), hole), 0, 4), 4);
    expect(coverage[1]).toEqual([255, 255, 255, 255]);
    expect(coverage[2]).toEqual([255, 0, 0, 255]);
    expect(coverage[6]).toEqual([255, 255, 255, 255]);
  });

  test("is not more than all where contours overlap", () => {
    const coverage = rows(coverageOf(outlinesOf(box(0, 0, 10, 32), box(6, 0, 16, 32)), 0, 4), 4);
    expect(coverage[3]).toEqual([255, 255, 255, 255]);
  });

  test("adds up to a box's area wherever it lies and however large it is drawn", () => {
    const sides = fc.tuple(fc.nat(15), fc.nat(31), fc.integer({ min: 1, max: 16 }), fc.integer({ min: 1, max: 32 }));
    fc.assert(
      fc.property(sides, fc.integer({ min: 1, max: 40 }), ([left, top, width, height], cell) => {
        const [right, bottom] = [Math.min(16, left + width), Math.min(32, top + height)];
        const coverage = coverageOf(outlinesOf(box(left, top, right, bottom)), 0, cell);
        const sum = coverage.reduce((total, byte) => total + byte, 0) / 255;
        const area = ((right - left) * (bottom - top) * cell * cell) / 256;
        // each pixel on the border is rounded to a byte
        expect(Math.abs(sum - area)).toBeLessThanOrEqual((8 * cell) / 510 + 1e-9);
      }),
    );
  });
});
