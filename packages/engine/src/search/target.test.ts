import { describe, expect, test } from "vitest";
import { rampOf } from "../glyphs/ramps.ts";
import { toEncoded, toLight } from "../math/srgb.ts";
import { TONE_CEILING, TONE_FLOOR } from "../tone-range.ts";
import { glyphSet } from "./glyph-set.ts";
import { lightOfTone, targetLight } from "./target.ts";

const lightsOf = (tones: readonly number[], set: ReturnType<typeof glyphSet>): Float32Array =>
  targetLight({ width: tones.length, height: 1, data: Float32Array.from(tones) }, set).data;

const RANGE = Array.from({ length: 3001 }, (_, i) => TONE_FLOOR + ((TONE_CEILING - TONE_FLOOR) * i) / 3000);

describe.each(["detailed", "standard", "minimal", "blocks", "binary", "dots"] as const)(
  "the light wanted of %s",
  (charset) => {
    const set = glyphSet(rampOf(charset));

    test("is none for black, and that of the densest glyph for white", () => {
      const [black, white] = lightsOf([0, 1], set);
      expect(Math.abs(black! / set.densest)).toBeLessThan(0.0001);
      expect(Math.abs(white! / set.densest - 1)).toBeLessThan(0.0005);
    });

    test("never falls where the tone rises", () => {
      const lights = lightsOf(RANGE, set);
      for (let i = 1; i < lights.length; i++) expect(lights[i]).toBeGreaterThanOrEqual(lights[i - 1]!);
    });

    test("goes a little beyond black and white, as tones do", () => {
      const [darkest, brightest] = lightsOf([TONE_FLOOR, TONE_CEILING], set);
      expect(darkest).toBeLessThan(0);
      expect(brightest).toBeGreaterThan(set.densest);
    });

    test("is the light of an even step on the encoded scale, away from black", () => {
      const tones = RANGE.filter((tone) => tone <= 1 && toLight(tone * toEncoded(set.densest)) > 1.3 * set.floor);
      lightsOf(tones, set).forEach((light, i) => {
        const exact = toLight(tones[i]! * toEncoded(set.densest));
        expect(Math.abs(light - exact)).toBeLessThan(0.001 * set.densest);
      });
    });

    test("is lifted near black only to draw by: the light that a tone stands for is not", () => {
      const light = lightOfTone({ width: RANGE.length, height: 1, data: Float32Array.from(RANGE) }, set.densest).data;
      const target = lightsOf(RANGE, set);
      light.forEach((stands, i) => {
        const dark = stands > 0 && stands < 1.2 * set.floor;
        if (dark) expect(target[i]).toBeGreaterThanOrEqual(stands);
        else expect(target[i]).toBe(stands);
      });
      expect(target.some((value, i) => value > 1.1 * light[i]!)).toBe(true);
    });

    test("is lifted near black, but never above what the first glyph needs", () => {
      const lifted = RANGE.filter((tone) => tone > 0 && toLight(tone * toEncoded(set.densest)) < 0.9 * set.floor);
      expect(lifted.length).toBeGreaterThan(0);
      lightsOf(lifted, set).forEach((light, i) => {
        expect(light).toBeGreaterThan(toLight(lifted[i]! * toEncoded(set.densest)) * 0.99);
        expect(light).toBeLessThan(1.2 * set.floor);
      });
    });
  },
);
