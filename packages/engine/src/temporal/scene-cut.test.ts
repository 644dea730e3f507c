import { expect, test } from "vitest";
import { WAVES } from "../../../../tests/live/scenes.ts";
import { LEAST_NOISE } from "./noise-level.ts";
import { isCut } from "./smoother.ts";

const SIZE = { columns: 120, rows: 60 };
const page = (at: (column: number, row: number) => number): Float32Array =>
  Float32Array.from({ length: 7200 }, (_, cell) => at(cell % 120, Math.floor(cell / 120)));
const STILL = page(WAVES);

test("another picture is a cut", () => {
  const other = page((column, row) => 0.5 + 0.4 * Math.sin(0.2 * row + 0.03 * column));
  expect(isCut(other, STILL, LEAST_NOISE, SIZE)).toBe(true);
});

test.each([1, 2])("a turn of the camera by %i cells is none, though nearly all cells change", (cells) => {
  const turned = page((column, row) => WAVES(column + cells, row));
  const changed = turned.filter((tone, cell) => Math.abs(tone - STILL[cell]!) > 0.01).length / 7200;
  expect(changed).toBeGreaterThan(0.7);
  expect(isCut(turned, STILL, LEAST_NOISE, SIZE)).toBe(false);
});

test("half of the picture becoming another is none, two thirds of it are", () => {
  const mixed = (share: number) => page((column, row) => (column < 120 * share ? 0.02 : WAVES(column, row)));
  expect(isCut(mixed(0.5), STILL, LEAST_NOISE, SIZE)).toBe(false);
  expect(isCut(mixed(2 / 3), STILL, LEAST_NOISE, SIZE)).toBe(true);
});

test("a light that goes on everywhere is a cut", () => {
  expect(
    isCut(
      page((column, row) => 0.3 + WAVES(column, row) / 2),
      page((c, r) => WAVES(c, r) / 4),
      LEAST_NOISE,
      SIZE,
    ),
  ).toBe(true);
});
