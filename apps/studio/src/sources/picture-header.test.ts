import { readdirSync, readFileSync } from "node:fs";
import { INPUT_FORMAT_NAMES, type InputFormat } from "@lumiglyph/contract";
import { sniff } from "@lumiglyph/decode";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { sizeInHeader } from "./open-picture.ts";

const FIXTURES = new URL("../../../../fixtures/", import.meta.url);

const read = (path: string): Uint8Array => new Uint8Array(readFileSync(new URL(path, FIXTURES)));

const sizeOf = (bytes: Uint8Array) => sizeInHeader(bytes, sniff(bytes)!);

describe("sizeInHeader", () => {
  it.each(readdirSync(new URL("formats/", FIXTURES)))("is 256 × 192 for formats/%s, as stored", (name) => {
    const stored = name === "exif-6.jpg" ? { width: 192, height: 256 } : { width: 256, height: 192 };
    expect(sizeOf(read(`formats/${name}`))).toEqual(stored);
  });

  it.each([
    ["bad/bomb-20000x20000.png", 20_000, 20_000],
    ["bad/too-wide-13000x10.png", 13_000, 10],
    ["bad/gif-65535.gif", 65_535, 65_535],
    ["charts/one-pixel.png", 1, 1],
    ["samples/portrait.webp", 720, 960],
  ])("reads %s without decoding it", (path, width, height) => {
    expect(sizeOf(read(path))).toEqual({ width, height });
  });

  it.each(["bad/zero-width.png", "bad/png-signature-only.png", "bad/jpeg-of-html.jpg"])("finds none in %s", (path) => {
    expect(sizeOf(read(path))).toBeNull();
  });

  it.each([
    [1, 1],
    [300, 2],
    [16_383, 1],
    [2, 9000],
  ])("agrees with the encoders at %i × %i", async (width, height) => {
    const picture = sharp({ create: { width, height, channels: 4, background: "#f80a" } });
    const files = await Promise.all([
      picture.clone().png().toBuffer(),
      picture.clone().flatten().jpeg().toBuffer(),
      picture.clone().gif().toBuffer(),
      picture.clone().webp().toBuffer(),
      picture.clone().flatten().webp().toBuffer(),
      picture.clone().webp({ lossless: true }).toBuffer(),
    ]);
    expect(files.map(sizeOf)).toEqual(files.map(() => ({ width, height })));
  });

  it("finds the frame of a JPEG behind a long profile, and none before all of it is there", () => {
    const picture = read("formats/baseline.jpg");
    const segment = Uint8Array.of(0xff, 0xe1, 0xff, 0xff, ...new Uint8Array(65_533));
    const long = Uint8Array.from([...picture.subarray(0, 2), ...segment, ...segment, ...picture.subarray(2)]);
    expect(sizeOf(long)).toEqual({ width: 256, height: 192 });
    expect(sizeOf(long.subarray(0, 131_000))).toBeNull();
  });

  it("takes the picture of an AVIF, not its thumbnail or a tile", () => {
    const ispe = (width: number, height: number) => box("ispe", [0, 0, 0, 0, ...long(width), ...long(height)]);
    const meta = box("meta", [0, 0, 0, 0, ...ispe(160, 120), ...ispe(4000, 3000), ...ispe(512, 512)]);
    const file = Uint8Array.from([
      ...box(
        "ftyp",
        [..."avif"].map((c) => c.charCodeAt(0)),
      ),
      ...box("free", [1]),
      ...meta,
    ]);
    expect(sizeInHeader(file, "avif")).toEqual({ width: 4000, height: 3000 });
  });

  it("answers for any bytes, and ends", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<InputFormat>(...INPUT_FORMAT_NAMES),
        fc.uint8Array({ maxLength: 200 }),
        (format, bytes) => {
          const size = sizeInHeader(bytes, format);
          expect(size === null || (size.width > 0 && size.height > 0)).toBe(true);
        },
      ),
    );
  });
});

const long = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);

const box = (type: string, content: readonly number[]): number[] => [
  ...long(content.length + 8),
  ...[...type].map((letter) => letter.charCodeAt(0)),
  ...content,
];
