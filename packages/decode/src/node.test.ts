import { readdirSync, readFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";
import { ERRORS, INPUT_FORMAT_NAMES, type InputFormat, Refusal, statusOf } from "@lumiglyph/contract";
import sharp from "sharp";
import { beforeAll, describe, expect, it, test } from "vitest";
import { paint } from "../../../tests/support/rasters.ts";
import { type DecodedImage, type DecodeLimits, decodeImage, encodePng, NO_LIMITS } from "./node.ts";

const LIMITS: DecodeLimits = { formats: INPUT_FORMAT_NAMES, maxPixels: 40_000_000, maxSide: 12_000 };

/** The outcome of decoding: an image or a refusal; any other error fails the test. */
const outcome = async (bytes: Uint8Array, limits = LIMITS, columns = 8): Promise<DecodedImage | Refusal> => {
  try {
    return await decodeImage(bytes, limits, { columns });
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};

const refusal = async (bytes: Uint8Array, limits = LIMITS, columns = 8): Promise<Refusal> => {
  const result = await outcome(bytes, limits, columns);
  if (result instanceof Refusal) return result;
  throw new Error(`decoded to ${result.raster.width} × ${result.raster.height}`);
};

const samples = new Map<InputFormat, Uint8Array>();

beforeAll(async () => {
  const data = Uint8Array.from({ length: 48 * 32 * 3 }, (_, at) => (at * 37 + (at >> 5) * 11) % 256);
  const image = sharp(data, { raw: { width: 48, height: 32, channels: 3 } });
  for (const format of INPUT_FORMAT_NAMES) samples.set(format, await image.clone().toFormat(format).toBuffer());
});

describe("supported formats", () => {
  it.each(INPUT_FORMAT_NAMES)("include %s, recognized by its bytes", async (format) => {
    const { source } = await decodeImage(samples.get(format)!, LIMITS, { columns: 8 });
    expect(source).toEqual({ width: 48, height: 32, format });
  });

  it.each(INPUT_FORMAT_NAMES)("exclude %s if the operator disables it", async (format) => {
    const formats = INPUT_FORMAT_NAMES.filter((other) => other !== format);
    expect((await refusal(samples.get(format)!, { ...LIMITS, formats })).code).toBe("image_format_unsupported");
  });

  it("are listed in the refusal of another", async () => {
    const { code, message } = await refusal(Buffer.from("photo"), { ...LIMITS, formats: ["jpeg", "png"] });
    expect(statusOf(code)).toBe(400);
    expect(message).toBe("The bytes are not a picture in a known raster format. It must be one of: JPEG, PNG.");
  });
});

describe("limits", () => {
  it("refuse a 20000 × 20000 bomb from its header", async () => {
    const bomb = blackPng(20_000, 20_000);
    const start = performance.now();
    const { code, message } = await refusal(bomb);
    // takes seconds to decode
    expect(performance.now() - start).toBeLessThan(1000);
    expect([code, statusOf(code)]).toEqual(["image_too_many_pixels", 413]);
    expect(message).toBe("The image is 20000 × 20000; the limit is 12000 a side.");
  });

  it("refuse too many pixels within the allowed sides, naming both numbers", async () => {
    const { code, message } = await refusal(blackPng(8_000, 6_000));
    expect(code).toBe("image_too_many_pixels");
    expect(message).toBe("The image is 8000 × 6000, 48000000 pixels; the limit is 40000000 pixels.");
  });

  it("accept an image exactly at the limit", async () => {
    const limits = { ...LIMITS, maxPixels: 48 * 32, maxSide: 48 };
    for (const [format, file] of samples) {
      const most = format === "avif" ? { ...limits, maxPixels: Math.ceil((48 * 32) / 0.35) } : limits;
      expect(await outcome(file, most), format).toHaveProperty("raster");
    }
  });

  it("allow 35 % of the pixels for AVIF, whose decoder needs more memory", async () => {
    const limits = { ...LIMITS, maxPixels: Math.ceil((48 * 32) / 0.35) - 2 };
    const { code, message } = await refusal(samples.get("avif")!, limits);
    expect(code).toBe("image_too_many_pixels");
    expect(message).toBe("The image is 48 × 32, 1536 pixels; the limit for AVIF is 1535 pixels.");
    expect(await outcome(samples.get("webp")!, limits)).toHaveProperty("raster");
  });

  it("count one frame of an animation", async () => {
    const frames = new Uint8Array(16 * 160 * 3).map((_, at) => at >> 5);
    const animation = sharp(frames, { raw: { width: 16, height: 160, channels: 3, pageHeight: 8 } });
    const limits = { ...LIMITS, maxPixels: 16 * 8, maxSide: 16 };
    expect(await outcome(await animation.gif().toBuffer(), limits)).toHaveProperty("raster");
  });

  it("are checked before the pixels are decoded, like the grid", async () => {
    const headerOnly = blackPng(50, 9_000).subarray(0, 45);
    expect((await refusal(headerOnly, { ...LIMITS, maxSide: 8_999 })).code).toBe("image_too_many_pixels");
    expect((await refusal(headerOnly, LIMITS, 400)).code).toBe("grid_too_large");
    expect((await refusal(headerOnly)).code).toBe("image_unreadable");
  });
});

describe("damaged files", () => {
  it.each(INPUT_FORMAT_NAMES)("are refused as unreadable if a %s is truncated", async (format) => {
    const file = samples.get(format)!;
    for (const kept of [0.2, 0.5, 0.8]) {
      const { code, message } = await refusal(file.subarray(0, Math.max(16, Math.floor(file.length * kept))));
      expect(code).toBe("image_unreadable");
      expect(message).toBe(ERRORS.image_unreadable.says);
    }
  });

  it.each([
    ["a JPEG signature before text", Buffer.from("\xff\xd8\xff\xe0 not a picture", "latin1")],
    ["only a PNG signature", Buffer.from("\x89PNG\r\n\x1a\n", "latin1")],
    ["a GIF without a frame", Buffer.from("GIF89a\x10\x00\x10\x00\x00\x00\x00;", "latin1")],
    ["a GIF signature before markup", Buffer.from("GIF89a<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["an empty WebP", Buffer.from("RIFF\x04\x00\x00\x00WEBPVP8 ", "latin1")],
    ["only an AVIF brand", Buffer.from("\0\0\0\x14ftypavif\0\0\0\0mif1", "latin1")],
    ["an AVIF box that is longer than the file", Buffer.from("\0\0\x04\0ftypavif", "latin1")],
    ["a PNG without width", blackPng(0, 8)],
  ])("are refused as unreadable: %s", async (_what, file) => {
    expect((await refusal(file)).code).toBe("image_unreadable");
  });

  it("are refused as unreadable if one byte of a PNG's pixels is changed", async () => {
    const file = Uint8Array.from(samples.get("png")!);
    file[file.length - 40]! ^= 0xff;
    expect((await refusal(file)).code).toBe("image_unreadable");
  });

  it("throw only refusals of the error table, over 300 mutations", async () => {
    const random = seeded(20_261_114);
    const limits = { ...LIMITS, maxPixels: 1_000_000 };
    const seen = new Map<string, number>();
    for (let round = 0; round < 60; round++) {
      for (const file of samples.values()) {
        const result = await outcome(mutate(file, random), limits);
        const kind = result instanceof Refusal ? result.code : "decoded";
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
        if (result instanceof Refusal) expect([400, 413]).toContain(statusOf(result.code));
        else expect(result.raster.data.length).toBe(result.source.width * result.source.height * 4);
      }
    }
    // the mutations are neither all harmless nor all fatal
    expect(seen.get("decoded")).toBeGreaterThan(10);
    expect(seen.get("image_unreadable")).toBeGreaterThan(100);
  });
});

const mutate = (file: Uint8Array, random: () => number): Uint8Array => {
  const changed = Uint8Array.from(file);
  const at = () => Math.floor(random() * file.length);
  const edits = 1 + Math.floor(random() * 4);
  for (let edit = 0; edit < edits; edit++) {
    const from = at();
    if (random() < 0.6) changed[from] = Math.floor(random() * 256);
    else changed.copyWithin(from, at(), at());
  }
  return random() < 0.15 ? changed.subarray(0, at()) : changed;
};

/** Mulberry32: 32 bits of state, uniform in [0, 1). */
const seeded = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

/** A complete black PNG with one bit per pixel: few bytes at any size. */
function blackPng(width: number, height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

describe("fixtures", () => {
  const FIXTURES = new URL("../../../fixtures/", import.meta.url);
  const LIMITS = { formats: INPUT_FORMAT_NAMES, maxPixels: 40_000_000, maxSide: 12_000 };

  const decodeFixture = (path: string) => decodeImage(readFileSync(new URL(path, FIXTURES)), LIMITS, { columns: 80 });

  describe("the bad fixtures", () => {
    it.each(readdirSync(new URL("bad/", FIXTURES)))("%s is refused as a client error", async (name) => {
      const refusal = await decodeFixture(`bad/${name}`).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(Refusal);
      expect([400, 413]).toContain(statusOf((refusal as Refusal).code));
    });
  });

  describe("the same image in every format", () => {
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
    ])("%s decodes to nearly the same raster", async (name) => {
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
});

describe("png", () => {
  const back = async (bytes: Uint8Array) => (await decodeImage(bytes, NO_LIMITS, { columns: 8 })).raster;

  test("an opaque raster survives PNG exactly, and the file has no alpha channel", async () => {
    const raster = paint(5, 3, (x, y) => [50 * x, 80 * y, 255 - 50 * x]);
    const file = await encodePng(raster);
    expect(await back(file)).toEqual(raster);
    expect(file[COLOR_TYPE_AT]).toBe(2);
  });

  test("a transparent raster keeps its alpha", async () => {
    const raster = paint(4, 4, (x, y) => [60 * x, 60 * y, 128, x === 0 ? 255 : 40 * (y + 1)]);
    const file = await encodePng(raster);
    expect(await back(file)).toEqual(raster);
    expect(file[COLOR_TYPE_AT]).toBe(6);
  });

  /** PNG (third edition) 11.2.1: after signature, chunk header, width, height and depth; 2 is RGB, 6 RGB with alpha. */
  const COLOR_TYPE_AT = 25;
});
