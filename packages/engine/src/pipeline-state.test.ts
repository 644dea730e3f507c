import { expect, test } from "vitest";
import { checkRaster } from "./pipeline-state.ts";

test("a raster with a byte too few is refused, and so is one without pixels", () => {
  expect(() => checkRaster({ width: 2, height: 3, data: new Uint8Array(23) })).toThrow(
    new RangeError("A 2 × 3 raster needs 24 bytes, not 23."),
  );
  expect(() => checkRaster({ width: 0, height: 3, data: new Uint8Array(24) })).toThrow(RangeError);
  expect(() => checkRaster({ width: Number.NaN, height: 3, data: new Uint8Array(24) })).toThrow(RangeError);
});

test("bytes from a canvas are as good as any", () => {
  expect(() => checkRaster({ width: 2, height: 3, data: new Uint8ClampedArray(24) })).not.toThrow();
});
