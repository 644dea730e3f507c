import fc from "fast-check";
import { expect, test } from "vitest";
import {
  byteOfLight,
  cubeRoot,
  fifthRoot,
  LIGHT_OF_BYTE,
  LUMINANCE_WEIGHTS,
  luminance,
  toEncoded,
  toLight,
  toTone,
} from "./srgb.ts";

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const formulaLight = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const formulaEncoded = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055);

test("toLight returns the standard's values", () => {
  expect(toLight(0)).toBe(0);
  expect(toLight(0.04)).toBeCloseTo(0.0030959752321981426, 16);
  expect(toLight(0.5)).toBeCloseTo(0.21404114048223255, 15);
  expect(toLight(0xe5 / 255)).toBeCloseTo(0.7835377915261935, 15);
  expect(toLight(1)).toBe(1);
});

test("toEncoded returns the standard's values", () => {
  expect(toEncoded(0)).toBe(0);
  expect(toEncoded(0.003)).toBeCloseTo(0.03876, 16);
  expect(toEncoded(0.18)).toBeCloseTo(0.46135612950044164, 15);
  expect(toEncoded(0.5)).toBeCloseTo(0.7353569830524495, 15);
  expect(toEncoded(1)).toBe(1);
});

test("both directions follow the formula of IEC 61966-2-1 to the last bits", () => {
  fc.assert(
    fc.property(unit, (value) => {
      expect(Math.abs(toLight(value) - formulaLight(value))).toBeLessThan(1e-15);
      expect(Math.abs(toEncoded(value) - formulaEncoded(value))).toBeLessThan(1e-15);
    }),
  );
});

test("light survives encoding and decoding", () => {
  fc.assert(
    fc.property(unit, (light) => {
      expect(Math.abs(toLight(toEncoded(light)) - light)).toBeLessThan(1e-7);
    }),
  );
});

test("every byte survives conversion to light", () => {
  for (let byte = 0; byte < 256; byte++) expect(byteOfLight(LIGHT_OF_BYTE[byte]!)).toBe(byte);
});

test("light rounds to the nearest byte on the encoded scale", () => {
  fc.assert(
    fc.property(unit, (light) => {
      expect(byteOfLight(light)).toBe(Math.round(toEncoded(light) * 255));
    }),
  );
});

test("halfway between two bytes, light rounds up", () => {
  for (let byte = 0; byte < 255; byte++) {
    const half = toLight((byte + 0.5) / 255);
    expect(byteOfLight(half)).toBe(byte + 1);
    expect(byteOfLight(half * (1 - 1e-15))).toBe(byte);
  }
});

test("light outside 0 to 1 is clamped", () => {
  expect([-1, -0, 1.5, Number.NaN].map(byteOfLight)).toEqual([0, 0, 255, 0]);
  expect([-1, 1.5, Number.NaN].map(toTone)).toEqual([0, 1, 0]);
});

test("percept stays within 1e-5 of the exact curve", () => {
  fc.assert(
    fc.property(unit, (light) => {
      expect(Math.abs(toTone(light) - toEncoded(light))).toBeLessThan(1e-5);
    }),
  );
});

test("luminance weighs the primaries as in BT.709, and white is 1", () => {
  expect(LUMINANCE_WEIGHTS).toEqual({ red: 0.2126, green: 0.7152, blue: 0.0722 });
  expect(luminance(1, 0, 0)).toBe(0.2126);
  expect(luminance(0, 0.5, 0)).toBe(0.3576);
  expect(luminance(1, 1, 1)).toBeCloseTo(1, 15);
});

test("the fifth root of a known power is its base", () => {
  expect(fifthRoot(0.03125)).toBeCloseTo(0.5, 15);
  expect(fifthRoot(0.32768)).toBeCloseTo(0.8, 15);
  expect(fifthRoot(1)).toBe(1);
});

test("the cube root of a known power is its base", () => {
  expect(cubeRoot(0.125)).toBeCloseTo(0.5, 15);
  expect(cubeRoot(0.001)).toBeCloseTo(0.1, 15);
  expect(cubeRoot(1)).toBe(1);
});

test("a root raised again returns the value over the whole range", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 1, noNaN: true }), (value) => {
      expect(Math.abs(fifthRoot(value) ** 5 / value - 1)).toBeLessThan(3e-15);
      expect(Math.abs(cubeRoot(value) ** 3 / value - 1)).toBeLessThan(2e-15);
    }),
  );
});
