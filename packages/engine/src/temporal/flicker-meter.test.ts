import { expect, test } from "vitest";
import { createFlickerMeter } from "./stream.ts";

test("flicker is the share of glyphs that are others than before", () => {
  const meter = createFlickerMeter();
  expect(meter.next(Uint8Array.of(1, 2, 3, 4))).toBe(0);
  expect(meter.next(Uint8Array.of(1, 2, 3, 5))).toBe(0.25);
  expect(meter.next(Uint8Array.of(1, 2, 3, 5))).toBe(0);
});

test("pages are compared as they were, though their array is used again", () => {
  const meter = createFlickerMeter();
  const page = Uint8Array.of(1, 2);
  meter.next(page);
  page[0] = 9;
  expect(meter.next(page)).toBe(0.5);
});

test("nothing flickers on a page of another size, or after a restart", () => {
  const meter = createFlickerMeter();
  meter.next(Uint8Array.of(1, 2));
  expect(meter.next(Uint8Array.of(3, 4, 5))).toBe(0);
  meter.restart();
  expect(meter.next(Uint8Array.of(6, 7, 8))).toBe(0);
});
