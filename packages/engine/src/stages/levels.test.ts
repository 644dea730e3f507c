import fc from "fast-check";
import { expect, test } from "vitest";
import { paramsWith } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { paintGray, planes } from "../../../../tests/support/rasters.ts";
import { toEncoded, toLight } from "../math/srgb.ts";
import { countTones, type Plane, TONE_STEPS, toTonePlane } from "../plane.ts";
import { levelingOf, levels } from "./levels.ts";

const BLANK = initialStateOf(
  paintGray(1, 1, () => 0),
  { columns: 8, rows: 4 },
);

const level = (light: Plane, autoLevels: number, opacity: Plane | null = null): Float32Array => {
  const tone = toTonePlane(light);
  const state = { ...BLANK, tones: countTones(tone, opacity) };
  const { black, scale } = levels.run(state, paramsWith({ autoLevels })).leveling;
  return tone.data.map((value) => (value - black) * scale);
};

const rowOf = (values: ArrayLike<number>): Plane => ({
  width: values.length,
  height: 1,
  data: Float32Array.from(values),
});

/** Light with evenly rising perceptual tones between two values. */
const slope = (from: number, to: number): Plane =>
  rowOf(Array.from({ length: 200 }, (_, i) => toLight(from + ((to - from) * i) / 199)));

const range = (tones: Float32Array) => Math.max(...tones) - Math.min(...tones);

test("a dark background becomes black if over a fifth of the picture is flat", () => {
  /** The tone that becomes black, if this share of a bright picture has one dark tone. */
  const blackWith = (share: number): number => {
    const opaque = new Uint32Array(TONE_STEPS + 1);
    opaque[400] = 1000 * share;
    opaque[4000] = 1000 * (1 - share);
    return TONE_STEPS * levelingOf({ opaque, transparent: 0 }, 1).black;
  };
  expect(blackWith(0.19)).toBeCloseTo(400, 6);
  // with a margin of eight steps, within which tones count as flat
  expect(blackWith(0.21)).toBeCloseTo(407, 6);
});

test("autoLevels 0 keeps the image's own perceptual tones", () => {
  fc.assert(
    fc.property(planes(), (light) => {
      level(light, 0).forEach((tone, at) => {
        expect(Math.abs(tone - toEncoded(light.data[at]!))).toBeLessThan(2e-5);
      });
    }),
  );
});

test("autoLevels 1 stretches a dull image over the whole range and clips a few percent at each end", () => {
  const tones = level(slope(0.4, 0.6), 1);
  const clipped = [tones.filter((tone) => tone <= 0.001).length, tones.filter((tone) => tone >= 0.999).length];
  for (const count of clipped) {
    expect(count).toBeGreaterThanOrEqual(0.02 * tones.length);
    expect(count).toBeLessThanOrEqual(0.05 * tones.length);
  }
  expect(Math.abs(clipped[0]! - clipped[1]!)).toBeLessThanOrEqual(1);
  expect(tones[100]).toBeCloseTo(0.5, 1);
});

test("autoLevels moves both ends by its share of the full stretch (answers 8.1)", () => {
  const endsAt = (light: Plane, autoLevels: number) => {
    const { black, scale } = levelingOf(countTones(toTonePlane(light), null), autoLevels);
    return { black, white: black + 1 / scale };
  };
  fc.assert(
    fc.property(planes(), fc.double({ min: 0, max: 1, noNaN: true }), (light, amount) => {
      const [part, whole] = [endsAt(light, amount), endsAt(light, 1)];
      expect(part.black).toBeCloseTo(amount * whole.black, 9);
      expect(1 - part.white).toBeCloseTo(amount * (1 - whole.white), 9);
    }),
  );
});

test("a few outliers do not limit the stretch", () => {
  const dull = slope(0.4, 0.6).data;
  const tones = level(rowOf([0, ...dull.subarray(1, 199), 1]), 1);
  expect(tones[4]).toBeLessThan(0.05);
  expect(tones[195]).toBeGreaterThan(0.95);
});

test("more autoLevels stretches more", () => {
  const ranges = [0, 0.3, 0.6, 0.9, 1].map((amount) => range(level(slope(0.3, 0.5), amount)));
  for (let i = 1; i < ranges.length; i++) expect(ranges[i]).toBeGreaterThan(ranges[i - 1]! * 1.1);
});

test("an image that already fills the range hardly changes", () => {
  const light = slope(0, 1);
  const tones = level(light, 0.9);
  level(light, 0).forEach((own, at) => {
    expect(Math.abs(tones[at]! - own)).toBeLessThan(0.03);
  });
});

test("a flat background just above black becomes black, even if some samples are darker", () => {
  const onBackground = (background: number) => {
    const light = rowOf([
      ...slope(0, 0.05).data.filter((_, i) => i % 10 === 0),
      ...new Array(100).fill(toLight(background)),
      ...slope(0.3, 1).data,
    ]);
    return level(light, 1)[50]!;
  };
  expect(onBackground(0.09)).toBeLessThanOrEqual(0);
  expect(onBackground(0.06)).toBeLessThanOrEqual(0);
  // too bright to count as black
  expect(onBackground(0.25)).toBeGreaterThan(0.2);
});

test("brighter light never becomes a darker tone", () => {
  fc.assert(
    fc.property(planes(), fc.double({ min: 0, max: 1, noNaN: true }), (light, amount) => {
      const tones = level(light, amount);
      const byLight = [...tones.keys()].sort((a, b) => light.data[a]! - light.data[b]!);
      for (let i = 1; i < byLight.length; i++) {
        expect(tones[byLight[i]!]).toBeGreaterThanOrEqual(tones[byLight[i - 1]!]!);
      }
    }),
  );
});

test("a flat image stays flat", () => {
  fc.assert(
    fc.property(fc.nat({ max: 1000 }), fc.double({ min: 0, max: 1, noNaN: true }), (thousandths, amount) => {
      expect(range(level(rowOf(new Array(20).fill(thousandths / 1000)), amount))).toBe(0);
    }),
  );
});

test("a gray sheet keeps its gray at the default", () => {
  for (const gray of [0, 0.25, 0.5, 1]) {
    for (const tone of level(rowOf(new Array(20).fill(toLight(gray))), 0.9))
      expect(Math.abs(tone - gray)).toBeLessThan(0.01);
  }
});

test("noise in a nearly flat image is not amplified to the whole range", () => {
  expect(range(level(slope(0.5, 0.505), 1))).toBeLessThan(0.5);
});

test("transparent samples do not affect the levels", () => {
  const hidden = new Float32Array(300);
  const light = rowOf([...slope(0.4, 0.6).data, ...hidden]);
  const opacity = rowOf([...new Array(200).fill(1), ...hidden]);
  const brightest = (autoLevels: number) => level(light, autoLevels, opacity)[198];
  expect(brightest(0)).toBeLessThan(0.61);
  expect(brightest(1)).toBeGreaterThan(0.99);
  expect(brightest(0.9)).toBeCloseTo(0.6 / (1 - 0.9 * 0.4), 1);
});

test("an invisible image is black", () => {
  const nothing = rowOf(new Float32Array(6));
  expect([...level(nothing, 0.9, nothing)]).toEqual([0, 0, 0, 0, 0, 0]);
});
