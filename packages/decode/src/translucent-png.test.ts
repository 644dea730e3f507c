import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { noise } from "../../../tests/support/rasters.ts";
import { decodeImage, NO_LIMITS } from "./node.ts";
import { readTranslucentPng } from "./translucent-png.ts";

const [WIDTH, HEIGHT] = [29, 17];

/** A chunk as stored in a file. */
const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

const random = (length: number, seed: number): Buffer => {
  const next = noise(seed);
  return Buffer.from(Uint8Array.from({ length }, () => Math.floor(256 * next())));
};

/** A PNG of random bytes whose scanlines cycle through the five filters. */
const pngOf = (depth: number, colorType: number, chunks: readonly Buffer[] = []): Buffer => {
  const header = Buffer.from([0, 0, 0, WIDTH, 0, 0, 0, HEIGHT, depth, colorType, 0, 0, 0]);
  const line = 1 + Math.ceil((WIDTH * depth * { 3: 1, 4: 2, 6: 4 }[colorType]!) / 8);
  const scanlines = random(line * HEIGHT, depth + colorType);
  for (let y = 0; y < HEIGHT; y++) scanlines[y * line] = y % 5;
  const parts = [
    chunk("IHDR", header),
    ...chunks,
    chunk("IDAT", deflateSync(scanlines)),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]);
};

/** Exif data with only the orientation, in either byte order. */
const exif = (orientation: number, order: "high" | "low"): Buffer => {
  const high = `4d4d002a0000000800010112000300000001000${orientation}000000000000`;
  const low = `49492a0008000000010012010300010000000${orientation}00000000000000`;
  return chunk("eXIf", Buffer.from(order === "high" ? high : low, "hex"));
};

const palette = (depth: number): Buffer[] => [
  chunk("PLTE", random(3 * 2 ** depth, 1)),
  chunk("tRNS", random(2 ** depth - 1, 2)),
];

const pixelsOf = async (png: Uint8Array) => {
  const pixels = await readTranslucentPng(Uint8Array.from(png), async () => {});
  return pixels && Buffer.from(pixels);
};

const rasterOf = async (png: Uint8Array) =>
  Buffer.from((await decodeImage(png, NO_LIMITS, { columns: 8 })).raster.data);

const KINDS: readonly (readonly [what: string, png: Buffer])[] = [
  ["RGB with alpha", pngOf(8, 6)],
  ["16 bits of RGB with alpha", pngOf(16, 6)],
  ["gray with alpha", pngOf(8, 4)],
  ["16 bits of gray with alpha", pngOf(16, 4)],
  ...[1, 2, 4, 8].map((depth) => [`a palette of ${depth} bits`, pngOf(depth, 3, palette(depth))] as const),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((tag) => [`turned by ${tag}`, pngOf(8, 6, [exif(tag, "high")])] as const),
  ["turned, with numbers the other way round", pngOf(8, 6, [exif(6, "low")])],
];

describe("a translucent PNG decodes to the same bytes as in the service:", () => {
  test.each(KINDS)("%s", async (_what, png) => {
    expect(await pixelsOf(png)).toEqual(await rasterOf(png));
  });

  test.each(["interlaced", "with an sRGB profile"])("%s", async (what) => {
    const image = sharp(pngOf(8, 6));
    const png = await (what === "interlaced"
      ? image.png({ progressive: true })
      : image.withIccProfile("srgb").png()
    ).toBuffer();
    expect(await pixelsOf(png)).toEqual(await rasterOf(png));
  });
});

test.each(["high", "low"] as const)("Exif orientation is applied, %s bytes first", async (order) => {
  const { raster } = await decodeImage(pngOf(8, 6, [exif(6, order)]), NO_LIMITS, { columns: 8 });
  expect([raster.width, raster.height]).toEqual([HEIGHT, WIDTH]);
});

test("with another profile it is left to the browser", async () => {
  const png = await sharp(pngOf(8, 6)).withIccProfile("p3").png().toBuffer();
  expect(await pixelsOf(png)).toBeNull();
});
