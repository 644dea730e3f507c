import { expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { paramsWith } from "../../../../tests/support/params.ts";
import { noise, paintGray } from "../../../../tests/support/rasters.ts";
import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import type { Contours } from "../frame.ts";
import { blur, blurTaps } from "../math/blur.ts";
import { EYE_SIGMA } from "../search/footprints.ts";
import { structure } from "./structure.ts";

const SIZE = { columns: 12, rows: 6 };
const WIDTH = SIZE.columns * CELL_WIDTH;
const HEIGHT = SIZE.rows * CELL_HEIGHT;

const contoursOf = (toneAt: (x: number, y: number) => number): Contours => {
  const data = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => toneAt(i % WIDTH, Math.floor(i / WIDTH)));
  const frame = {
    ...startFrame(
      paintGray(1, 1, () => 0),
      SIZE,
    ),
    // as smooth as the pipeline's view
    tone: blur({ width: WIDTH, height: HEIGHT, data }, blurTaps(EYE_SIGMA)),
  };
  return structure.run(frame, paramsWith()).contours!;
};

/** A bright bar, four samples wide with soft sides, through the middle; the angle is mathematical: up is positive. */
const bar = (degrees: number) => {
  const [across, up] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return (x: number, y: number): number => {
    const distance = Math.abs((x + 0.5 - WIDTH / 2) * up + (y + 0.5 - HEIGHT / 2) * across);
    return Math.min(1, Math.max(0, 3 - distance));
  };
};

/** The glyphs, in no order, of the cells that have a clear direction. */
const glyphsOf = ({ direction, strength }: Contours): Set<string> =>
  new Set([...direction].filter((_, cell) => strength[cell]! > 0.8).map((index) => " -/|\\"[index]!));

test.each([
  [0, "-"],
  [45, "/"],
  [90, "|"],
  [135, "\\"],
])("a bar at %i degrees runs along %s", (degrees, glyph) => {
  expect(glyphsOf(contoursOf(bar(degrees)))).toEqual(new Set([glyph]));
});

test("a dark bar runs the same way as a bright one", () => {
  const bright = bar(45);
  expect(glyphsOf(contoursOf((x, y) => 1 - bright(x, y)))).toEqual(new Set(["/"]));
});

test.each([
  [15, "-"],
  [30, "/"],
  [60, "/"],
  [75, "|"],
  [105, "|"],
  [120, "\\"],
  [165, "-"],
])("a bar at %i degrees runs mostly along %s, the nearest of the four", (degrees, glyph) => {
  const { direction } = contoursOf(bar(degrees));
  const along = [...direction].filter((index) => " -/|\\"[index] === glyph);
  expect(along.length).toBeGreaterThan(direction.filter((index) => index > 0).length / 2);
});

test("a flat cell has no direction", () => {
  const flat = contoursOf(() => 0.6);
  expect(new Set(flat.direction)).toEqual(new Set([0]));
  expect(new Set(flat.strength)).toEqual(new Set([0]));
});

test("noise has less of a direction than a bar", () => {
  const next = noise(3);
  const { strength } = contoursOf(() => next());
  expect(strength.reduce((sum, value) => sum + value, 0) / strength.length).toBeLessThan(0.7);
  expect(Math.max(...strength)).toBeLessThanOrEqual(1);
});

test("structure 0 leaves no trace", () => {
  expect(structure.wanted(paramsWith({ structure: 0 }))).toBe(false);
  expect(structure.wanted(paramsWith({ structure: 0.01 }))).toBe(true);
});
