import { expect, test } from "vitest";
import { paint } from "../../../tests/support/rasters.ts";
import { decodeImage, encodePng, NO_LIMITS } from "./node.ts";

const back = async (bytes: Uint8Array) => (await decodeImage(bytes, NO_LIMITS, 8)).raster;

test("an opaque raster comes back from its PNG, pixel by pixel, and the file has no alpha channel", async () => {
  const raster = paint(5, 3, (x, y) => [50 * x, 80 * y, 255 - 50 * x]);
  const file = await encodePng(raster);
  expect(await back(file)).toEqual(raster);
  expect(file[COLOR_TYPE_AT]).toBe(2);
});

test("a raster with transparency keeps it", async () => {
  const raster = paint(4, 4, (x, y) => [60 * x, 60 * y, 128, x === 0 ? 255 : 40 * (y + 1)]);
  const file = await encodePng(raster);
  expect(await back(file)).toEqual(raster);
  expect(file[COLOR_TYPE_AT]).toBe(6);
});

/** PNG (third edition) 11.2.1: after signature, chunk header, width, height and depth; 2 is RGB, 6 RGB with alpha. */
const COLOR_TYPE_AT = 25;
