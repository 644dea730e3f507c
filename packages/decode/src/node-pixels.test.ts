import { INPUT_FORMAT_NAMES } from "@lumiglyph/contract";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { lightOf, toneOf } from "../../../tests/support/srgb.ts";
import { decodeImage, NO_LIMITS } from "./node.ts";

const LIMITS = { formats: INPUT_FORMAT_NAMES, maxPixels: 1_000_000, maxSide: 2_000 };

const rasterOf = async (bytes: Uint8Array) => (await decodeImage(bytes, LIMITS, { columns: 8 })).raster;

const firstPixel = async (bytes: Uint8Array) => [...(await rasterOf(bytes)).data.subarray(0, 4)];

type Color = readonly number[];

const flat = (color: Color) => draw(16, 8, () => color);

const flat16 = (color: Color) => {
  const data = Uint16Array.from({ length: 16 * 8 * color.length }, (_, at) => color[at % color.length]!);
  return sharp(data, { raw: { width: 16, height: 8, channels: color.length as 1 | 2 | 3 | 4 } });
};

const draw = (width: number, height: number, colorAt: (x: number, y: number) => Color) => {
  const colors = Array.from({ length: width * height }, (_, at) => colorAt(at % width, Math.floor(at / width)));
  const channels = colors[0]!.length as 1 | 2 | 3 | 4;
  return sharp(Uint8Array.from(colors.flat()), { raw: { width, height, channels } });
};

/** Largest difference of any channel between two colors. */
const distance = (a: Color, b: Color) => Math.max(...a.map((value, at) => Math.abs(value - b[at]!)));

const RED = [255, 0, 0];
const GREEN = [0, 255, 0];
const BLUE = [0, 0, 255];
const WHITE = [255, 255, 255];

describe("a decoded raster", () => {
  it.each([
    ["color", flat([200, 100, 50]).png(), [200, 100, 50, 255]],
    ["color with alpha", flat([200, 100, 50, 128]).png(), [200, 100, 50, 128]],
    ["color in a palette, with alpha", flat([200, 100, 50, 128]).png({ palette: true }), [200, 100, 50, 128]],
    ["gray", flat([77]).toColourspace("b-w").png(), [77, 77, 77, 255]],
    ["gray with alpha", flat([77, 128]).toColourspace("b-w").png(), [77, 77, 77, 128]],
    ["gray JPEG", flat([77]).toColourspace("b-w").jpeg(), [77, 77, 77, 255]],
    ["lossless WebP with alpha", flat([200, 100, 50, 128]).webp({ lossless: true }), [200, 100, 50, 128]],
    ["lossless AVIF with alpha", flat([200, 100, 50, 128]).avif({ lossless: true }), [200, 100, 50, 128]],
    ["opaque GIF", flat([200, 100, 50]).gif(), [200, 100, 50, 255]],
    ["transparent GIF", flat([200, 100, 50, 0]).gif(), [0, 0, 0, 0]],
  ])("is 8-bit RGBA with straight alpha: %s", async (_what, image, expected) => {
    const raster = await rasterOf(await image.toBuffer());
    expect([raster.width, raster.height, raster.data.length]).toEqual([16, 8, 16 * 8 * 4]);
    expect([...raster.data.subarray(-4)]).toEqual(expected);
  });

  it.each([
    ["color", [200, 100, 50], "rgb16", [200, 100, 50, 255]],
    ["color with alpha", [200, 100, 50, 128], "rgb16", [200, 100, 50, 128]],
    ["gray", [77], "grey16", [77, 77, 77, 255]],
    ["gray with alpha", [77, 128], "grey16", [77, 77, 77, 128]],
  ] as const)("of 16-bit %s equals the 8-bit one within 1", async (_what, color, space, expected) => {
    const png = await flat16(color.map((value) => value * 257))
      .toColourspace(space)
      .png()
      .toBuffer();
    expect((await sharp(png).metadata()).depth).toBe("ushort");
    expect(distance(await firstPixel(png), expected)).toBeLessThanOrEqual(1);
  });

  it("keeps the color under an almost transparent pixel", async () => {
    expect(await firstPixel(await flat([201, 101, 51, 1]).png().toBuffer())).toEqual([201, 101, 51, 1]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])("is upright for any orientation tag: %i", async (orientation) => {
    const upright = (x: number, y: number) => (y < 8 ? (x < 16 ? RED : GREEN) : x < 16 ? BLUE : WHITE);
    const [width, height] = orientation < 5 ? [32, 16] : [16, 32];
    const stored = draw(width, height, (x, y) => upright(...uprightAt(orientation, x, y)));
    const file = await stored
      .jpeg({ quality: 100, chromaSubsampling: "4:4:4" })
      .withExif({})
      .withMetadata({ orientation })
      .toBuffer();
    const { raster, source } = await decodeImage(file, LIMITS, { columns: 8 });
    expect([raster.width, raster.height]).toEqual([32, 16]);
    expect(source).toEqual({ width: 32, height: 16, format: "jpeg" });
    const corners = [0, 31, 15 * 32, 15 * 32 + 31].map((at) => [...raster.data.subarray(at * 4, at * 4 + 3)]);
    const expected = [RED, GREEN, BLUE, WHITE];
    expect(Math.max(...corners.map((corner, at) => distance(corner, expected[at]!)))).toBeLessThanOrEqual(3);
  });

  it.each(["png", "webp", "avif"] as const)("is upright for a rotated %s, too", async (format) => {
    const { raster } = await decodeImage(
      await draw(16, 8, (x) => (x < 8 ? RED : BLUE))
        .withMetadata({ orientation: 6 })
        .toFormat(format)
        .toBuffer(),
      LIMITS,
      { columns: 8 },
    );
    expect([raster.width, raster.height]).toEqual([8, 16]);
    expect(distance([...raster.data.subarray(0, 3)], RED)).toBeLessThanOrEqual(8);
    expect(distance([...raster.data.subarray(-4, -1)], BLUE)).toBeLessThanOrEqual(8);
  });

  it("converts 8-bit Display P3 to sRGB", async () => {
    const png = await flat([200, 100, 50]).withIccProfile("p3").png().toBuffer();
    expect([...(await sharp(png, { ignoreIcc: true }).raw().toBuffer()).subarray(0, 3)]).not.toEqual([200, 100, 50]);
    expect(distance(await firstPixel(png), [200, 100, 50, 255])).toBeLessThanOrEqual(1);
  });

  it("converts 16-bit Display P3 to sRGB", async () => {
    // sharp labels raw 16-bit numbers as Display P3 without changing them
    const p3 = [200, 100, 50];
    const png = await flat16(p3.map((value) => value * 257))
      .toColourspace("rgb16")
      .withIccProfile("p3")
      .png()
      .toBuffer();
    expect(distance((await firstPixel(png)).slice(0, 3), srgbFromP3(p3))).toBeLessThanOrEqual(2);
  });

  it("converts 12-bit AVIF in Display P3 to sRGB", async () => {
    const image = flat([200, 100, 50]).withIccProfile("p3");
    const avif = await image.avif({ bitdepth: 12, quality: 100, chromaSubsampling: "4:4:4" }).toBuffer();
    expect(distance(await firstPixel(avif), [200, 100, 50, 255])).toBeLessThanOrEqual(2);
  });

  it.each([
    ["without a profile", flat([200, 100, 50]).toColourspace("cmyk")],
    ["with a profile", flat([200, 100, 50]).toColourspace("cmyk").withIccProfile("cmyk")],
  ])("is close to the printed color for CMYK %s", async (_how, image) => {
    const jpeg = await image.jpeg({ quality: 100 }).toBuffer();
    expect((await sharp(jpeg).metadata()).channels).toBe(4);
    expect(distance(await firstPixel(jpeg), [200, 100, 50, 255])).toBeLessThanOrEqual(32);
  });

  it.each(["gif", "webp"] as const)("is the first frame of an animated %s", async (format) => {
    const frames = Uint8Array.from(
      { length: 3 * 16 * 8 * 3 },
      (_, at) => [10, 120, 240][Math.floor(at / (16 * 8 * 3))]!,
    );
    const animation = sharp(frames, { raw: { width: 16, height: 24, channels: 3, pageHeight: 8 } });
    const file = await animation.toFormat(format, { delay: [100, 100, 100] }).toBuffer();
    expect((await sharp(file).metadata()).pages).toBe(3);
    const raster = await rasterOf(file);
    expect([raster.width, raster.height]).toEqual([16, 8]);
    expect([...raster.data.subarray(-4)]).toEqual([10, 10, 10, 255]);
  });

  it("shrinks a webp of more than 4 MP, and no png", async () => {
    const large = sharp({ create: { width: 3000, height: 1500, channels: 3, background: "#c04020" } });
    const sizes = await Promise.all(
      (["webp", "png"] as const).map(async (format) => {
        const file = await large.clone().toFormat(format).toBuffer();
        const { raster } = await decodeImage(file, NO_LIMITS, { columns: 8 });
        const { width, height, data } = raster;
        return [width, height, Math.abs(data[0]! - 0xc0) < 4];
      }),
    );
    expect(sizes).toEqual([
      [32, 16, true],
      [3000, 1500, true],
    ]);
  });

  it("keeps every pixel of a small webp for any number of columns", async () => {
    const format = "webp";
    const checker = draw(512, 256, (x, y) => ((x + y) % 2 === 0 ? [0, 0, 0] : WHITE));
    const raster = await rasterOf(await checker.toFormat(format, { quality: 100 }).toBuffer());
    expect([raster.width, raster.height]).toEqual([512, 256]);
    // a shrunk checkerboard would be a flat 128, half the light of the original
    const dark = raster.data.filter((value, at) => at % 4 === 1 && value < 16).length;
    const light = raster.data.filter((value, at) => at % 4 === 1 && value > 239).length;
    expect([dark, light]).toEqual([65_536, 65_536]);
  });

  it.each([
    [1632, 1224, 120, [480, 360]],
    [1632, 1224, 200, [800, 600]],
    [1632, 1224, 220, [1632, 1224]],
    [900, 900, 120, [900, 900]],
    [6001, 401, 8, [32, 8]],
  ])("shrinks a jpeg of %i × %i in %i columns to %j", async (width, height, columns, size) => {
    const jpeg = await draw(width, height, (x) => (x < width / 2 ? [0, 0, 0] : WHITE))
      .jpeg()
      .toBuffer();
    const { raster, source } = await decodeImage(
      jpeg,
      { ...LIMITS, maxPixels: 3_000_000, maxSide: 8_000 },
      { columns },
    );
    expect([raster.width, raster.height]).toEqual(size);
    expect(source).toEqual({ width, height, format: "jpeg" });
    expect([...raster.data.subarray(0, 4), ...raster.data.subarray(-4)]).toEqual([0, 0, 0, 255, 255, 255, 255, 255]);
  });
});

/** Where a stored pixel of a 32 × 16 image belongs, by Exif 2.32 table 6. */
const uprightAt = (orientation: number, x: number, y: number): [number, number] => {
  const [right, bottom] = [31, 15];
  switch (orientation) {
    case 2:
      return [right - x, y];
    case 3:
      return [right - x, bottom - y];
    case 4:
      return [x, bottom - y];
    case 5:
      return [y, x];
    case 6:
      return [right - y, x];
    case 7:
      return [right - y, bottom - x];
    case 8:
      return [y, bottom - x];
    default:
      return [x, y];
  }
};

/** CSS Color 4: Display P3 to linear light, to linear sRGB, to sRGB; 8-bit in and out. */
const srgbFromP3 = (p3: Color): Color => {
  const light = p3.map((value) => lightOf(value / 255));
  const rows = [
    [1.2249401, -0.2249404, 0],
    [-0.0420569, 1.0420571, 0],
    [-0.0196376, -0.0786361, 1.0982735],
  ];
  return rows.map((row) => Math.round(255 * toneOf(row.reduce((sum, weight, at) => sum + weight * light[at]!, 0))));
};
