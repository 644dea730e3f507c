import { expect, test } from "vitest";
import { createNormal } from "../../../../tests/live/scenes.ts";
import { createTally, roughness } from "./noise-level.ts";

const WIDTH = 240;
const plane = (at: (x: number, y: number) => number): Float32Array =>
  Float32Array.from({ length: WIDTH * WIDTH }, (_, i) => at(i % WIDTH, Math.floor(i / WIDTH)));

test.each([0.005, 0.02, 0.05])("white noise of %f is as rough as that", (sigma) => {
  const normal = createNormal(1);
  const found = roughness(
    plane(() => 0.5 + sigma * normal()),
    WIDTH,
    createTally(),
  );
  expect(found / sigma).toBeGreaterThan(0.93);
  expect(found / sigma).toBeLessThan(1.07);
});

test("ramps, stripes and straight edges are not rough", () => {
  for (const at of [
    (x: number, y: number) => (x + 2 * y) / 720,
    (x: number) => Math.floor(x / 5) % 2,
    (_: number, y: number) => (y > 100 ? 1 : 0),
  ]) {
    expect(roughness(plane(at), WIDTH, createTally())).toBeLessThan(0.001);
  }
});

test("a picture without an inside could be as rough as anything", () => {
  expect(roughness(new Float32Array(10), 5, createTally())).toBe(Number.POSITIVE_INFINITY);
});
