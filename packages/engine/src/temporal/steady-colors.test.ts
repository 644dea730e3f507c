import { expect, test } from "vitest";
import { foregrounds } from "../encoders/foreground.ts";
import { toLight } from "../math/srgb.ts";
import { saturated } from "../stages/grid.ts";
import { createSteadyColors } from "./steady-reel.ts";

/** One cell's mean linear color from sRGB bytes. */
const cell = (...bytes: readonly [number, number, number]): Float64Array =>
  Float64Array.from(bytes, (byte) => toLight(byte / 255));
const gain = (share: number): Float32Array => Float32Array.of(share);

/** The color that a glyph is drawn in for a cell of this color. */
const ink = (...color: readonly [number, number, number]): number[] => [...foregrounds(Uint8Array.from(color))];

test("the first colors are those that a still is drawn in", () => {
  const means = cell(30, 120, 200);
  expect(createSteadyColors(1)(means, 1.4, gain(1))).toEqual(foregrounds(saturated(means, 1.4)));
});

test("a color that wavers by less than anyone sees stays, byte for byte", () => {
  const colors = createSteadyColors(1);
  colors(cell(100, 100, 100), 1, gain(1));
  for (const byte of [103, 97, 102, 98])
    expect([...colors(cell(byte, 100, 100), 1, gain(0.9))!]).toEqual(ink(100, 100, 100));
});

test("noise is averaged by the gain of the cell's light", () => {
  const colors = createSteadyColors(1);
  colors(cell(100, 100, 100), 1, gain(1));
  expect([...colors(cell(120, 100, 100), 1, gain(0.5))!]).toEqual(ink(110, 100, 100));
});

test("a change of color that the light does not show is seen by its size", () => {
  const colors = createSteadyColors(1);
  colors(cell(200, 40, 40), 1, gain(1));
  expect([...colors(cell(40, 111, 40), 1, gain(0.1))!]).toEqual(ink(40, 111, 40));
});

test("where color is not wanted nothing is remembered", () => {
  const colors = createSteadyColors(1);
  colors(cell(100, 100, 100), 1, gain(1));
  expect(colors(null, 1, gain(1))).toBeNull();
  expect([...colors(cell(110, 100, 100), 1, gain(0.1))!]).toEqual(ink(110, 100, 100));
});
