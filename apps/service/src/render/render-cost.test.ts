import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderCost } from "./render-cost.ts";

describe("the cost of a render", () => {
  test.each([
    ["one pixel in the smallest output", 1, 8, 1],
    ["2 megapixels in the default output", 2_000_000, 5400, 1],
    ["8 megapixels minus the output's share", 7_400_000, 5400, 1],
    ["a phone's 12 megapixels", 12_000_000, 5400, 2],
    ["24 megapixels", 24_000_000, 5400, 4],
    ["a small image in a large output", 100_000, 80_000, 2],
    ["the largest image in a small output", 40_000_000, 5400, 6],
    ["a small image in the largest output", 100_000, 240_000, 4],
    ["the largest image and output", 40_000_000, 240_000, 8],
    ["more than the default limits allow", 268_000_000, 240_000, 8],
  ])("of %s", (_what, pixels, cells, points) => {
    expect(renderCost(pixels, cells)).toBe(points);
  });

  test("is an integer from 1 to 8 and never falls as the image or the output grows", () => {
    const pixels = fc.integer({ min: 1, max: 300_000_000 });
    const cells = fc.integer({ min: 1, max: 240_000 });
    fc.assert(
      fc.property(pixels, cells, fc.nat(10_000_000), fc.nat(100_000), (p, c, morePixels, moreCells) => {
        const cost = renderCost(p, c);
        expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(cost);
        expect(renderCost(p + morePixels, c + moreCells)).toBeGreaterThanOrEqual(cost);
      }),
      { seed: 18 },
    );
  });
});
