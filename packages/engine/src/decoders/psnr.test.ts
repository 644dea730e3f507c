import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitLeastSquares, luminancePsnr } from "./psnr.ts";

describe("PSNR", () => {
  test("is 20 dB if everything is off by a tenth of the peak, and 30 dB at 0.0316", () => {
    const zero = new Float32Array(8);
    expect(luminancePsnr(new Float32Array(8).fill(0.1), zero)).toBeCloseTo(20, 5);
    expect(luminancePsnr(new Float32Array(8).fill(0.0316227766), zero)).toBeCloseTo(30, 5);
  });

  test("uses the mean square: one completely wrong cell of four is 6 dB", () => {
    expect(luminancePsnr(Float32Array.of(1, 0, 0, 0), new Float32Array(4))).toBeCloseTo(6.0206, 4);
  });

  test("is relative to the peak: half the peak costs 6 dB", () => {
    expect(luminancePsnr(Float32Array.of(0.1), Float32Array.of(0), 0.5)).toBeCloseTo(20 - 6.0206, 4);
  });

  test("is infinite if nothing differs", () => {
    expect(luminancePsnr(Float32Array.of(0.3, 0.4), Float32Array.of(0.3, 0.4))).toBe(Infinity);
  });
});

describe("the least-squares fit", () => {
  const picture = Float32Array.of(0.1, 0.9, 0.4, 0.6);

  test("recovers any gain above 0 and any offset", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        (gain, offset) => {
          const grid = picture.map((light) => (light - offset) / gain);
          const exposed = fitLeastSquares(grid, picture);
          for (let i = 0; i < picture.length; i++) expect(exposed[i]).toBeCloseTo(picture[i]!, 4);
        },
      ),
    );
  });

  test("never fits a negative or a blank image", () => {
    const middle = Float32Array.of(0.5, 0.5, 0.5, 0.5);
    expect(
      fitLeastSquares(
        picture.map((light) => 1 - light),
        picture,
      ),
    ).toEqual(middle);
    expect(fitLeastSquares(new Float32Array(4), picture)).toEqual(middle);
  });

  test("never makes art less like the image", () => {
    const light = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(light, light, (a, b) => {
        const [grid, other] = [Float32Array.from(a), Float32Array.from(b)];
        const psnr = (light: Float32Array) => Math.min(80, luminancePsnr(light, other));
        expect(psnr(fitLeastSquares(grid, other))).toBeGreaterThan(psnr(grid) - 1e-3);
      }),
    );
  });
});
