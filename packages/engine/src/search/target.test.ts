import { describe, expect, test } from "vitest";
import { toLight } from "../math/srgb.ts";
import { TONE_CEILING, TONE_FLOOR } from "../plane.ts";
import { densestOf } from "../stages/codebook.ts";
import {
  liftOn,
  lightCurve,
  lightOfInk,
  lightOfInks,
  lightOfTone,
  lightOn,
  lightShown,
  type PageTones,
  pageGain,
  seenLight,
} from "./target.ts";

const lightsOf = (tones: readonly number[], page: PageTones): Float32Array =>
  lightOfTone({ width: tones.length, height: 1, data: Float32Array.from(tones) }, page).data;

const RANGE = Array.from({ length: 3001 }, (_, i) => TONE_FLOOR + ((TONE_CEILING - TONE_FLOOR) * i) / 3000);

const CHARSETS = ["detailed", "standard", "minimal", "blocks", "binary", "dots"] as const;

describe.each(CHARSETS.flatMap((charset) => [[charset, "dark"] as const, [charset, "light"] as const]))(
  "the target light for tones of %s on a %s background",
  (charset, background) => {
    const densest = densestOf(charset, background);
    const page = { densest, background };

    test("is 0 for black and the densest glyph's light for white", () => {
      const [black, white] = lightsOf([0, 1], page);
      expect(Math.abs(black! / densest)).toBeLessThan(0.0001);
      expect(Math.abs(white! / densest - 1)).toBeLessThan(0.0005);
    });

    test("never falls as the tone rises", () => {
      const lights = lightsOf(RANGE, page);
      for (let i = 1; i < lights.length; i++) expect(lights[i]).toBeGreaterThanOrEqual(lights[i - 1]!);
    });

    test("extends a little beyond black and white, as tones do", () => {
      const [darkest, brightest] = lightsOf([TONE_FLOOR, TONE_CEILING], page);
      expect(darkest).toBeLessThan(0);
      // black ink takes all light
      if (densest < 1) expect(brightest).toBeGreaterThan(densest);
      expect(brightest).toBeLessThan(1.1 * densest);
    });

    test("is linear on the encoded scale after the tone lift", () => {
      const tones = RANGE.filter((tone) => tone > 0 && tone <= 1);
      lightsOf(tones, page).forEach((light, i) => {
        const exact = tones[i]! ** liftOn(background) * seenLight(densest, background);
        expect(Math.abs(seenLight(light, background) - exact)).toBeLessThan(0.001);
      });
    });

    test("is read from one curve, sample by sample", () => {
      const curve = lightCurve(page);
      expect(lightsOf(RANGE, page)).toEqual(Float32Array.from(RANGE, (tone) => lightOn(curve, Math.fround(tone))));
      expect(lightCurve(page)).toBe(curve);
    });
  },
);

test("mid-tones are lifted, not lowered, and the ends stay", () => {
  expect(liftOn("dark")).toBeLessThan(1);
  expect(liftOn("dark")).toBeGreaterThan(0.5);
  const [quarter, half] = lightsOf([0.25, 0.5], { densest: 1 });
  expect(quarter).toBeGreaterThan(toLight(0.25));
  expect(half).toBeGreaterThan(toLight(0.5));
});

test("different densest glyphs have different curves", () => {
  expect(lightCurve({ densest: 0.2 })).not.toEqual(lightCurve({ densest: 0.4 }));
});

describe("with an ink for each cell (answers 8.9)", () => {
  const MOST = [1, 0.7, 0.2126, 0.0722] as const;
  const LETTERS = densestOf("detailed", "dark");
  const shares = Array.from({ length: 101 }, (_, i) => i / 100);

  test.each(MOST)("a hue of luminance %d keeps its detail up to its brightest ink, which it never exceeds", (most) => {
    const top = pageGain(LETTERS) * LETTERS * most;
    const lights = shares.map((share) => lightOfInk(share * top, most, LETTERS) / top);
    expect(lights[0]).toBe(0);
    expect(lights.at(-1)).toBeCloseTo(1, 9);
    for (let i = 1; i < lights.length; i++) expect(lights[i]! - lights[i - 1]!).toBeGreaterThan(0.003);
  });

  test.each(MOST)("dark cells of luminance %d are brighter by one gain, whatever their hue", (most) => {
    const light = 0.01 * LETTERS * most;
    expect(lightOfInk(light, most, LETTERS) / light).toBeCloseTo(2.46, 1);
  });

  test.each(MOST)("the light of a cell of luminance %d is read back", (most) => {
    for (const share of shares) {
      const light = share * pageGain(LETTERS) * LETTERS * most;
      expect(lightShown(lightOfInk(light, most, LETTERS), most, LETTERS)).toBeCloseTo(light, 9);
    }
  });

  test("a page of blocks has no gain, because it can be as bright as the picture", () => {
    expect(lightOfInk(0.3, 0.7, densestOf("blocks", "dark"))).toBeCloseTo(0.3, 9);
  });

  test("each cell has the limit of its own hue", () => {
    const tone = { width: 4, height: 8, data: new Float32Array(32).fill(0.5) };
    const page = { densest: LETTERS, inked: true };
    const even = lightOfTone(tone, page).data[0]!;
    const { data } = lightOfInks(tone, page, Float32Array.of(1, 0.7, 0.5, 0.3));
    const places = [0, 2, 16, 18];
    expect(places.map((i) => data[i])).toEqual(
      [1, 0.7, 0.5, 0.3].map((m) => expect.closeTo(lightOfInk(even, Math.fround(m), LETTERS), 6)),
    );
    expect(data[5]).toBe(data[0]);
  });
});
