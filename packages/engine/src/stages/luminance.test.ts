import fc from "fast-check";
import { expect, test } from "vitest";
import { paramsWith } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { paint, paintGray, rowsOf } from "../../../../tests/support/rasters.ts";
import type { Raster } from "../raster.ts";
import { luminance } from "./luminance.ts";

const measure = (raster: Raster) => luminance.run(initialStateOf(raster, { columns: 8, rows: 4 }), paramsWith());

test("black is 0, white is 1, and the primaries have their BT.709 weights", () => {
  const colors = [
    [0, 0, 0],
    [255, 255, 255],
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
  ] as const;
  expect(rowsOf(measure(paint(5, 1, (x) => colors[x]!)).light)).toEqual([[0, 1, 0.2126, 0.7152, 0.0722]]);
});

test("light is linear: byte 188 is half of white, byte 128 a fifth", () => {
  expect(rowsOf(measure(paintGray(2, 1, (x) => [188, 128][x]!)).light, 3)).toEqual([[0.503, 0.216]]);
});

test("a brighter gray has more light", () => {
  const { data } = measure(paintGray(256, 1, (x) => x)).light;
  for (let gray = 1; gray < 256; gray++) expect(data[gray]).toBeGreaterThan(data[gray - 1]!);
});

test("more of any primary never has less light", () => {
  const byte = fc.nat({ max: 254 });
  fc.assert(
    fc.property(byte, byte, byte, fc.nat({ max: 2 }), (red, green, blue, channel) => {
      const more = [red, green, blue].map((value, at) => (at === channel ? value + 1 : value));
      const { data } = measure(
        paint(2, 1, (x) => (x === 0 ? [red, green, blue] : [more[0]!, more[1]!, more[2]!])),
      ).light;
      expect(data[1]).toBeGreaterThan(data[0]!);
    }),
  );
});

test("an opaque image has no opacity plane", () => {
  expect(measure(paintGray(3, 2, () => 90)).opacity).toBeNull();
});

test("bytes beyond the picture do not count", () => {
  const { width, height, data } = paintGray(2, 2, () => 90);
  expect(measure({ width, height, data: Uint8Array.of(...data, 0, 0, 0, 0) }).opacity).toBeNull();
});

test("transparency blends with black in linear light", () => {
  const { light, opacity } = measure(paint(3, 1, (x) => [255, 255, 255, [0, 51, 255][x]!]));
  expect(rowsOf(light)).toEqual([[0, 0.2, 1]]);
  expect(opacity && rowsOf(opacity)).toEqual([[0, 0.2, 1]]);
});
