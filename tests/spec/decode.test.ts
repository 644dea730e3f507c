import { readdirSync } from "node:fs";
import { join } from "node:path";
import { INPUT_FORMAT_NAMES, Refusal, statusOf } from "@lumiglyph/contract";
import { sniff } from "@lumiglyph/decode";
import { type DecodedImage, type DecodeLimits, decodeImage } from "@lumiglyph/decode/node";
import type { Raster } from "@lumiglyph/engine";
import { readSettings } from "@lumiglyph/service";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fixture } from "./drawn.ts";

/** Enough to need every pixel of the fixtures: nothing is shrunk while decoding. */
const COLUMNS = 128;

/** The limits with only these settings. */
const limitsOf = (env: Record<string, string> = {}): DecodeLimits => {
  const reading = readSettings(env);
  if ("problems" in reading) throw new Error(reading.problems.join(" "));
  const { SERVICE_INPUT_FORMATS, SERVICE_MAX_IMAGE_PIXELS, SERVICE_MAX_IMAGE_SIDE } = reading.settings;
  return { formats: SERVICE_INPUT_FORMATS, maxPixels: SERVICE_MAX_IMAGE_PIXELS, maxSide: SERVICE_MAX_IMAGE_SIDE };
};

/** An image or its refusal; any other error fails the test. */
const decode = async (bytes: Uint8Array, limits = limitsOf()): Promise<DecodedImage | Refusal> => {
  try {
    return await decodeImage(bytes, limits, { columns: COLUMNS });
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};

const refusal = async (bytes: Uint8Array, limits = limitsOf()) => {
  const outcome = await decode(bytes, limits);
  return outcome instanceof Refusal ? [outcome.code, statusOf(outcome.code)] : "decoded";
};

const rasterOf = async (bytes: Uint8Array): Promise<Raster> =>
  (await decodeImage(bytes, limitsOf(), { columns: COLUMNS })).raster;

/** Mean difference of two rasters' bytes, or infinity if the sizes differ. */
const apart = (a: Raster, b: Raster): number => {
  if (a.width !== b.width || a.height !== b.height) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let at = 0; at < a.data.length; at++) sum += Math.abs(a.data[at]! - b.data[at]!);
  return sum / a.data.length;
};

const mirrored = ({ width, height, data }: Raster): Raster => {
  const out = new Uint8Array(data.length);
  for (let at = 0; at < width * height; at++) {
    const from = at - (at % width) + (width - 1 - (at % width));
    out.set(data.subarray(from * 4, from * 4 + 4), at * 4);
  }
  return { width, height, data: out };
};

/** The image in all files of `fixtures/formats`. */
const reference = () => rasterOf(fixture("formats/interlaced.png"));

const expectSamePicture = async (file: string, most: number): Promise<void> => {
  expect(apart(await rasterOf(fixture(`formats/${file}`)), await reference())).toBeLessThan(most);
};

const formatOf = async (file: string) =>
  (await decodeImage(fixture(`formats/${file}`), limitsOf(), { columns: COLUMNS })).source.format;

describe("decodes", () => {
  test("JPEG, baseline and progressive (answers 1.9)", async () => {
    await expectSamePicture("baseline.jpg", 6);
    await expectSamePicture("progressive.jpg", 6);
    expect(await formatOf("baseline.jpg")).toBe("jpeg");
  });

  test("PNG, with a palette and lossless (answers 1.9)", async () => {
    await expectSamePicture("palette.png", 6);
    expect(await formatOf("palette.png")).toBe("png");
  });

  test("WebP, lossy and lossless (answers 1.9)", async () => {
    await expectSamePicture("lossy.webp", 6);
    await expectSamePicture("lossless.webp", 0.5);
    expect(await formatOf("lossy.webp")).toBe("webp");
  });

  test("GIF, still and the first frame of an animation (answers 1.9)", async () => {
    await expectSamePicture("still.gif", 6);
    await expectSamePicture("animated.gif", 8);
    expect(await formatOf("still.gif")).toBe("gif");
  });

  test("AVIF (answers 1.9)", async () => {
    await expectSamePicture("picture.avif", 6);
    expect(await formatOf("picture.avif")).toBe("avif");
  });

  test("only the first frame of an animation, not its mirror image (answers 3.6)", async () => {
    for (const file of ["animated.gif", "animated.webp"]) {
      const raster = await rasterOf(fixture(`formats/${file}`));
      expect(apart(raster, await reference())).toBeLessThan(8);
      expect(apart(raster, mirrored(await reference()))).toBeGreaterThan(16);
    }
  });

  test("by content, not by name (answers 1.9)", () => {
    const files = ["baseline.jpg", "palette.png", "lossy.webp", "still.gif", "picture.avif"];
    expect(files.map((file) => sniff(fixture(`formats/${file}`)))).toEqual(["jpeg", "png", "webp", "gif", "avif"]);
    const others = ["text.txt", "vector.svg", "page.html", "document.pdf", "picture.bmp", "picture.tiff", "empty.bin"];
    expect(others.map((file) => sniff(fixture(`bad/${file}`)))).toEqual(others.map(() => null));
  });

  test("nothing else: SVG and others are a 400 (answers 1.9)", async () => {
    for (const file of ["vector.svg", "picture.bmp", "picture.tiff", "document.pdf", "page.html", "empty.bin"]) {
      expect(await refusal(fixture(`bad/${file}`))).toEqual(["image_format_unsupported", 400]);
    }
  });
});

describe("converts", () => {
  test("a rotated image to upright (answers 1.10)", async () => {
    await expectSamePicture("exif-6.jpg", 6);
    await expectSamePicture("exif-3.jpg", 6);
  });

  test("Display P3 to sRGB: without its profile the image differs (answers 1.10)", async () => {
    const file = fixture("formats/display-p3.png");
    const bare = await rasterOf(withoutChunk(file, "iCCP"));
    const converted = apart(await rasterOf(file), await reference());
    expect(converted).toBeLessThan(1);
    expect(apart(bare, await reference())).toBeGreaterThan(3 * converted + 1);
  });

  test("CMYK to the colors of print (answers 1.10)", async () => {
    await expectSamePicture("cmyk.jpg", 8);
  });

  test("16 bits a channel to the same 8 (answers 1.10)", async () => {
    await expectSamePicture("sixteen-bit.png", 0.5);
  });

  test("to four bytes a pixel: gray in all three channels, and alpha (answers 1.10)", async () => {
    const { width, height, data } = await rasterOf(fixture("formats/gray-alpha.png"));
    expect(data).toBeInstanceOf(Uint8Array);
    expect(data).toHaveLength(width * height * 4);
    const middle = data.subarray((Math.floor(height / 2) * width + Math.floor(width / 2)) * 4).subarray(0, 4);
    expect([middle[1], middle[2], middle[3]]).toEqual([middle[0], middle[0], 255]);
    const alphas = data.filter((_, at) => at % 4 === 3);
    expect(Math.min(...alphas)).toBeLessThan(20);
    const gray = await rasterOf(fixture("formats/gray.jpg"));
    expect(gray.data).toHaveLength(gray.width * gray.height * 4);
    expect(gray.data[3]).toBe(255);
  });
});

/** Removes the chunks of this type from a PNG. */
const withoutChunk = (file: Uint8Array, type: string): Uint8Array => {
  const bytes = Buffer.from(file);
  const kept = [bytes.subarray(0, 8)];
  for (let at = 8; at < bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (bytes.toString("latin1", at + 4, at + 8) !== type) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
};

describe("refuses", () => {
  test("a truncated or damaged image with 400 (answers 2.2)", async () => {
    for (const file of [
      "truncated.jpg",
      "truncated.png",
      "png-signature-only.png",
      "jpeg-of-html.jpg",
      "zero-width.png",
    ]) {
      expect(await refusal(fixture(`bad/${file}`))).toEqual(["image_unreadable", 400]);
    }
  });

  test("too many pixels with 413, by the header alone (answers 2.2)", async () => {
    const bomb = fixture("bad/bomb-20000x20000.png");
    expect(await refusal(bomb)).toEqual(["image_too_many_pixels", 413]);
    expect(await refusal(bomb.subarray(0, 64))).toEqual(["image_too_many_pixels", 413]);
  });

  test("more than 40 MP, unless the operator sets another limit (answers 3.5)", async () => {
    expect(limitsOf().maxPixels).toBe(40_000_000);
    const { width, height } = await reference();
    const file = fixture("formats/interlaced.png");
    const most = (pixels: number) => refusal(file, limitsOf({ SERVICE_MAX_IMAGE_PIXELS: String(pixels) }));
    expect(await most(width * height)).toBe("decoded");
    expect(await most(width * height - 1)).toEqual(["image_too_many_pixels", 413]);
  });

  test("a side over 12,000 px, unless the operator sets another limit (answers 3.5)", async () => {
    const wide = fixture("bad/too-wide-13000x10.png");
    expect(await refusal(wide)).toEqual(["image_too_many_pixels", 413]);
    expect(await refusal(wide, limitsOf({ SERVICE_MAX_IMAGE_SIDE: "12999" }))).toEqual(["image_too_many_pixels", 413]);
    expect(await refusal(wide, limitsOf({ SERVICE_MAX_IMAGE_SIDE: "13000" }))).toBe("decoded");
    expect(limitsOf().maxSide).toBe(12_000);
  });

  test("a format that the operator has removed, and reads the others (answers 3.6)", async () => {
    const limits = limitsOf({ SERVICE_INPUT_FORMATS: "jpeg,png" });
    expect(await refusal(fixture("formats/picture.avif"), limits)).toEqual(["image_format_unsupported", 400]);
    expect(await refusal(fixture("formats/baseline.jpg"), limits)).toBe("decoded");
  });

  test("every bad fixture as the client's error (answers 2.2)", async () => {
    const files = readdirSync(join(import.meta.dirname, "../../fixtures/bad"));
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) expect(await decode(fixture(`bad/${file}`))).toBeInstanceOf(Refusal);
  });

  test("or decodes any bytes, and any file with bytes changed (answers 2.2)", async () => {
    const files = ["baseline.jpg", "palette.png", "lossy.webp", "still.gif", "picture.avif"];
    const damaged = fc
      .record({
        file: fc.constantFrom(...files),
        edits: fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 }),
        kept: fc.double({ min: 0.1, max: 1, noNaN: true }),
      })
      .map(({ file, edits, kept }) => {
        const bytes = Uint8Array.from(fixture(`formats/${file}`));
        for (const [at, value] of edits) bytes[at % bytes.length] = value;
        return bytes.subarray(0, Math.ceil(bytes.length * kept));
      });
    const limits = { formats: INPUT_FORMAT_NAMES, maxPixels: 1_000_000, maxSide: 4_000 };
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 64 }), damaged), async (bytes) => {
        const outcome = await decode(bytes, limits);
        if (outcome instanceof Refusal) expect([400, 413]).toContain(statusOf(outcome.code));
        else expect(outcome.raster.data).toHaveLength(outcome.source.width * outcome.source.height * 4);
      }),
      { numRuns: 100 },
    );
  });
});
