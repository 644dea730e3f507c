import { readdirSync, readFileSync } from "node:fs";
import { INPUT_FORMAT_NAMES, Refusal, statusOf } from "@lumiglyph/contract";
import { describe, expect, it } from "vitest";
import { decodeImage } from "./node.ts";

const FIXTURES = new URL("../../../fixtures/", import.meta.url);
const LIMITS = { formats: INPUT_FORMAT_NAMES, maxPixels: 40_000_000, maxSide: 12_000 };

const decodeFixture = (path: string) => decodeImage(readFileSync(new URL(path, FIXTURES)), LIMITS, 80);

describe("the bad fixtures", () => {
  it.each(readdirSync(new URL("bad/", FIXTURES)))("%s is refused as the caller's fault", async (name) => {
    const refusal = await decodeFixture(`bad/${name}`).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect([400, 413]).toContain(statusOf((refusal as Refusal).code));
  });
});

describe("one picture in every format", () => {
  it.each([
    "animated.gif",
    "animated.webp",
    "baseline.jpg",
    "cmyk.jpg",
    "display-p3.png",
    "exif-3.jpg",
    "exif-6.jpg",
    "lossless.webp",
    "lossy.webp",
    "palette.png",
    "picture.avif",
    "progressive.jpg",
    "sixteen-bit.png",
    "still.gif",
  ])("%s comes to nearly the same raster", async (name) => {
    const { raster: reference } = await decodeFixture("formats/interlaced.png");
    const { raster } = await decodeFixture(`formats/${name}`);
    expect([raster.width, raster.height]).toEqual([reference.width, reference.height]);
    const apart = Uint8Array.from(raster.data).reduce(
      (sum, value, at) => sum + Math.abs(value - reference.data[at]!),
      0,
    );
    expect(apart / raster.data.length).toBeLessThan(8);
  });
});
