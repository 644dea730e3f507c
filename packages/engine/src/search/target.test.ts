import { describe, expect, test } from "vitest";
import { toEncoded, toLight } from "../math/srgb.ts";
import { TONE_CEILING, TONE_FLOOR } from "../plane.ts";
import { densestOf } from "../stages/codebook.ts";
import { LIFT, lightCurve, lightOfTone, lightOn } from "./target.ts";

const lightsOf = (tones: readonly number[], densest: number): Float32Array =>
  lightOfTone({ width: tones.length, height: 1, data: Float32Array.from(tones) }, densest).data;

const RANGE = Array.from({ length: 3001 }, (_, i) => TONE_FLOOR + ((TONE_CEILING - TONE_FLOOR) * i) / 3000);

describe.each(["detailed", "standard", "minimal", "blocks", "binary", "dots"] as const)(
  "the target light for tones of %s",
  (charset) => {
    const densest = densestOf(charset);

    test("is 0 for black and the densest glyph's light for white", () => {
      const [black, white] = lightsOf([0, 1], densest);
      expect(Math.abs(black! / densest)).toBeLessThan(0.0001);
      expect(Math.abs(white! / densest - 1)).toBeLessThan(0.0005);
    });

    test("never falls as the tone rises", () => {
      const lights = lightsOf(RANGE, densest);
      for (let i = 1; i < lights.length; i++) expect(lights[i]).toBeGreaterThanOrEqual(lights[i - 1]!);
    });

    test("extends a little beyond black and white, as tones do", () => {
      const [darkest, brightest] = lightsOf([TONE_FLOOR, TONE_CEILING], densest);
      expect(darkest).toBeLessThan(0);
      expect(brightest).toBeGreaterThan(densest);
      expect(brightest).toBeLessThan(1.1 * densest);
    });

    test("is linear on the encoded scale after the tone lift", () => {
      const tones = RANGE.filter((tone) => tone > 0 && tone <= 1);
      lightsOf(tones, densest).forEach((light, i) => {
        const exact = toLight(tones[i]! ** LIFT * toEncoded(densest));
        expect(Math.abs(light - exact)).toBeLessThan(0.001 * densest);
      });
    });

    test("is read from one curve, sample by sample", () => {
      const curve = lightCurve(densest);
      expect(lightsOf(RANGE, densest)).toEqual(Float32Array.from(RANGE, (tone) => lightOn(curve, Math.fround(tone))));
      expect(lightCurve(densest)).toBe(curve);
    });
  },
);

test("mid-tones are lifted, not lowered, and the ends stay", () => {
  expect(LIFT).toBeLessThan(1);
  expect(LIFT).toBeGreaterThan(0.5);
  const [quarter, half] = lightsOf([0.25, 0.5], 1);
  expect(quarter).toBeGreaterThan(toLight(0.25));
  expect(half).toBeGreaterThan(toLight(0.5));
});

test("different densest glyphs have different curves", () => {
  expect(lightCurve(0.2)).not.toEqual(lightCurve(0.4));
});
