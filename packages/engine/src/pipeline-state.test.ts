import { expect, test } from "vitest";
import { checkRaster } from "./raster.ts";

test("refuses a raster with a missing byte or without pixels", () => {
  expect(() => checkRaster({ width: 2, height: 3, data: new Uint8Array(23) })).toThrow(
    new RangeError("A 2 × 3 raster needs 24 bytes, not 23."),
  );
  expect(() => checkRaster({ width: 0, height: 3, data: new Uint8Array(24) })).toThrow(RangeError);
  expect(() => checkRaster({ width: Number.NaN, height: 3, data: new Uint8Array(24) })).toThrow(RangeError);
});

test("accepts bytes from a canvas", () => {
  expect(() => checkRaster({ width: 2, height: 3, data: new Uint8ClampedArray(24) })).not.toThrow();
});
