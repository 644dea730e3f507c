import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canBeShrunk, isTooLarge, shrunkSize } from "./image-limits.ts";

describe("picture limits", () => {
  it.each([
    [8000, 5000, false],
    [8000, 5001, true],
    [12_000, 1, false],
    [12_001, 1, true],
    [1, 1, false],
  ])("hold %i × %i: too large is %s", (width, height, expected) => {
    expect(isTooLarge({ width, height })).toBe(expected);
  });

  it("shrink to the largest copy of the same shape within them", () => {
    const side = fc.integer({ min: 1, max: 65_535 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const copy = shrunkSize({ width, height });
        const scale = isTooLarge({ width, height })
          ? Math.min(Math.sqrt(40_000_000 / (width * height)), 12_000 / Math.max(width, height))
          : 1;
        expect(isTooLarge(copy)).toBe(false);
        expect(copy).toEqual({
          width: Math.max(1, Math.floor(width * scale)),
          height: Math.max(1, Math.floor(height * scale)),
        });
      }),
    );
    expect(shrunkSize({ width: 9000, height: 7000 })).toEqual({ width: 7171, height: 5577 });
    expect(shrunkSize({ width: 13_000, height: 1 })).toEqual({ width: 12_000, height: 1 });
  });

  it("know the sizes that no browser decodes", () => {
    expect(canBeShrunk({ width: 16_383, height: 16_383 })).toBe(true);
    expect(canBeShrunk({ width: 20_000, height: 20_000 })).toBe(false);
    expect(canBeShrunk({ width: 65_536, height: 1 })).toBe(false);
  });
});
