import fc from "fast-check";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { lightOf } from "../../../tests/support/srgb.ts";
import { isSrgbProfile } from "./icc.ts";

const profileOf = async (name: "srgb" | "p3" | "cmyk"): Promise<Uint8Array> => {
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: "#456" } });
  const tagged = await image
    .toColourspace(name === "cmyk" ? "cmyk" : "srgb")
    .withIccProfile(name)
    .jpeg()
    .toBuffer();
  return (await sharp(tagged).metadata()).icc!;
};

/** A matrix profile with one curve for all three channels. */
const matrixProfile = (colorants: readonly (readonly number[])[], curve: Buffer, extraTag?: string): Uint8Array => {
  const xyz = colorants.map((color) => Buffer.concat([Buffer.from("XYZ \0\0\0\0"), ...color.map(fixed)]));
  const names = ["rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC", ...(extraTag === undefined ? [] : [extraTag])];
  const start = 132 + 12 * names.length;
  const offsets = [0, 20, 40, 60, 60, 60, 60].map((at) => start + at);
  const tags = names.map((name, at) => Buffer.concat([Buffer.from(name), u32(offsets[at]!), u32(20)]));
  const header = Buffer.alloc(128);
  header.write("RGB XYZ ", 16);
  return Buffer.concat([header, u32(names.length), ...tags, ...xyz, curve]);
};

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const fixed = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 65_536));
  return bytes;
};

const sampled = (samples: number, light: (encoded: number) => number): Buffer => {
  const table = Buffer.alloc(2 * samples);
  for (let at = 0; at < samples; at++) table.writeUInt16BE(Math.round(65_535 * light(at / (samples - 1))), 2 * at);
  return Buffer.concat([Buffer.from("curv\0\0\0\0"), u32(samples), table]);
};

const formula = (...parameters: number[]): Buffer =>
  Buffer.concat([Buffer.from("para\0\0\0\0\0\x03\0\0"), ...parameters.map(fixed)]);

const SRGB = [
  [0.43607, 0.22249, 0.01392],
  [0.38515, 0.71687, 0.09708],
  [0.14307, 0.06061, 0.7141],
];
const ADOBE_RGB = [
  [0.60974, 0.31111, 0.01947],
  [0.20528, 0.62567, 0.06087],
  [0.14919, 0.06322, 0.74457],
];

describe("isSrgbProfile", () => {
  let srgb = new Uint8Array();

  beforeAll(async () => {
    srgb = Uint8Array.from(await profileOf("srgb"));
  });

  it("recognizes sRGB by its formula", () => {
    expect(isSrgbProfile(srgb)).toBe(true);
  });

  it("recognizes sRGB by a table of 1024 samples", () => {
    expect(isSrgbProfile(matrixProfile(SRGB, sampled(1024, lightOf)))).toBe(true);
  });

  it.each(["p3", "cmyk"] as const)("does not accept %s", async (name) => {
    expect(isSrgbProfile(await profileOf(name))).toBe(false);
  });

  it.each([
    ["other primaries", matrixProfile(ADOBE_RGB, sampled(1024, lightOf))],
    [
      "a pure power of 2.2",
      matrixProfile(
        SRGB,
        sampled(1024, (encoded) => encoded ** 2.2),
      ),
    ],
    [
      "a straight line",
      matrixProfile(
        SRGB,
        sampled(2, (encoded) => encoded),
      ),
    ],
    [
      "a missing curve",
      matrixProfile(
        SRGB,
        sampled(0, () => 0),
      ),
    ],
    ["a formula that yields NaN", matrixProfile(SRGB, formula(2.4, -1, 0, 0, -1))],
    ["a table beside the matrix", matrixProfile(SRGB, sampled(1024, lightOf), "A2B0")],
    ["no bytes", new Uint8Array()],
  ])("does not accept a profile with %s", (_what, profile) => {
    expect(isSrgbProfile(profile)).toBe(false);
  });

  it("returns a boolean for any truncated profile and any changed byte", () => {
    const anywhere = fc.nat(srgb.length - 1);
    fc.assert(fc.property(anywhere, (length) => !isSrgbProfile(srgb.subarray(0, Math.min(length, 131)))));
    fc.assert(
      fc.property(anywhere, fc.nat(255), (at, value) => {
        const changed = Uint8Array.from(srgb);
        changed[at] = value;
        return typeof isSrgbProfile(changed) === "boolean" && typeof isSrgbProfile(srgb.subarray(0, at)) === "boolean";
      }),
    );
  });
});
