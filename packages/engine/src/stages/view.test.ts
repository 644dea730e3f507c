import { expect, test } from "vitest";
import { paramsWith } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { paintGray } from "../../../../tests/support/rasters.ts";
import type { Plane } from "../plane.ts";
import { EYE_SIGMA } from "../search/footprints.ts";
import { view } from "./view.ts";

const START = initialStateOf(
  paintGray(1, 1, () => 0),
  { columns: 8, rows: 4 },
);

const seen = (light: Plane): Plane => view.run({ ...START, light }, paramsWith()).light;

const SIDE = 15;
const MIDDLE = 7;
const dot = (): Plane => {
  const data = new Float32Array(SIDE * SIDE);
  data[MIDDLE * SIDE + MIDDLE] = 1;
  return { width: SIDE, height: SIDE, data };
};

const sum = (values: Iterable<number>): number => Array.from(values).reduce((total, value) => total + value, 0);

test("the stage runs for every image and any parameters", () => {
  expect(view.wanted(paramsWith())).toBe(true);
  expect(view.wanted(paramsWith({ sharpen: 0, denoise: 0, structure: 0 }))).toBe(true);
});

test("a sheet looks the same up to its borders", () => {
  const sheet = { width: 9, height: 6, data: new Float32Array(54).fill(0.4) };
  for (const light of seen(sheet).data) expect(light).toBeCloseTo(0.4, 6);
});

test("a dot of light spreads equally in all four directions without loss", () => {
  const { data } = seen(dot());
  const at = (dx: number, dy: number) => data[(MIDDLE + dy) * SIDE + MIDDLE + dx]!;
  expect(sum(data)).toBeCloseTo(1, 5);
  for (const distance of [1, 2, 3]) {
    for (const [dx, dy] of [
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      expect(at(dx * distance, dy * distance)).toBeCloseTo(at(distance, 0), 6);
    }
    expect(at(distance, 0)).toBeLessThan(at(distance - 1, 0));
  }
});

test("sample and blur together are as wide as the eye that judges the glyphs", () => {
  const { data } = seen(dot());
  const variance = sum(data.map((light, i) => light * ((i % SIDE) - MIDDLE) ** 2));
  // the sample's own square is 1/12; the blur ends at three sigma and loses a little
  expect(Math.abs(variance + 1 / 12 - EYE_SIGMA * EYE_SIGMA)).toBeLessThan(0.04);
});

test("does not change its input", () => {
  const light = dot();
  seen(light);
  expect(light).toEqual(dot());
});
