import { readFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { checkDecodeCost, hasTooManyScans, inflatesTooMuch } from "./node.ts";

const fixture = (path: string) => readFileSync(new URL(`../../../fixtures/formats/${path}`, import.meta.url));

const bytes = (...parts: (string | readonly number[] | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Uint8Array.from(part))));

describe("a JPEG's scans", () => {
  const SCAN = [0xff, 0xda, 0, 3, 0];
  const DATA = [1, 0xff, 0, 2, 0xff, 0xd3, 3];
  const jpeg = (...parts: Parameters<typeof bytes>) => bytes([0xff, 0xd8, 0xff, 0xe0, 0, 2], ...parts, [0xff, 0xd9]);
  const scans = (count: number) => Array.from({ length: count }, () => [...SCAN, ...DATA]);

  it("are too many above 100", () => {
    expect(hasTooManyScans(jpeg(...scans(100)))).toBe(false);
    expect(hasTooManyScans(jpeg(...scans(101)))).toBe(true);
  });

  it("are counted across fill bytes, tables and comments", () => {
    const between = [0xff, 0xff, 0xff, 0xfe, 0, 4, 0xff, 0xd9];
    expect(hasTooManyScans(jpeg(...scans(101).flatMap((scan) => [scan, between])))).toBe(true);
  });

  it("are not counted inside a comment or after the end", () => {
    const within = scans(150).flat();
    const comment = [0xff, 0xfe, (within.length + 2) >> 8, (within.length + 2) & 255, ...within];
    expect(hasTooManyScans(jpeg(comment, ...scans(1)))).toBe(false);
    expect(hasTooManyScans(bytes(jpeg(...scans(1)), ...scans(150)))).toBe(false);
  });

  it.each([[], [0xff], [0xff, 0xd8], [0xff, 0xd8, 0xff], [0xff, 0xd8, 1, 2, 3, 4, 5], [0xff, 0xd8, 0xff, 0xe0, 0, 0]])(
    "are none in the truncated file %j",
    (...stump) => {
      expect(hasTooManyScans(Uint8Array.from(stump.flat()))).toBe(false);
    },
  );

  it.each(["baseline.jpg", "progressive.jpg", "cmyk.jpg", "exif-6.jpg"])("are few in %s", (file) => {
    expect(() => checkDecodeCost(fixture(file), "jpeg")).not.toThrow();
  });
});

describe("PNG data inflated outside the pixels", () => {
  const chunk = (type: string, data: Uint8Array) => {
    const body = bytes(type, data);
    const numbers = Buffer.alloc(8);
    numbers.writeUInt32BE(data.length, 0);
    numbers.writeUInt32BE(crc32(body), 4);
    return bytes(numbers.subarray(0, 4), body, numbers.subarray(4));
  };
  const png = (...chunks: Buffer[]) => bytes("\x89PNG\r\n\x1a\n", chunk("IHDR", Buffer.alloc(13)), ...chunks);
  const zeros = (count: number) => deflateSync(Buffer.alloc(count));
  const MOST = 16 * 1024 ** 2;

  it.each([
    ["a text", "zTXt", "Comment\0\0"],
    ["an international text", "iTXt", "Comment\0\x01\0en\0key\0"],
    ["a profile", "iCCP", "name\0\0"],
  ])("is too much above 16 MiB: %s", (_what, type, head) => {
    expect(inflatesTooMuch(png(chunk(type, bytes(head, zeros(MOST)))))).toBe(false);
    expect(inflatesTooMuch(png(chunk(type, bytes(head, zeros(MOST + 1)))))).toBe(true);
  });

  it("is summed over all chunks", () => {
    const half = chunk("zTXt", bytes("Comment\0\0", zeros(MOST / 2)));
    expect(inflatesTooMuch(png(half, half))).toBe(false);
    expect(inflatesTooMuch(png(half, half, chunk("zTXt", bytes("a\0\0", zeros(1)))))).toBe(true);
  });

  it("is too much above 256 texts, however short", () => {
    const texts = (count: number) =>
      png(...Array.from({ length: count }, () => chunk("zTXt", bytes("a\0\0", zeros(1)))));
    expect(inflatesTooMuch(texts(256))).toBe(false);
    expect(inflatesTooMuch(texts(257))).toBe(true);
  });

  it("counts at its possible size if it is truncated", () => {
    // each inflates to a megabyte and becomes invalid just before its end
    const broken = (length: number) => chunk("zTXt", bytes("Comment\0\0", zeros(length).subarray(0, -5), "nonsense"));
    expect(inflatesTooMuch(png(broken(100_000)))).toBe(false);
    expect(inflatesTooMuch(png(...Array.from({ length: 20 }, () => broken(MOST / 16))))).toBe(true);
  });

  it.each([
    ["a text that is not deflated", chunk("iTXt", bytes("Comment\0\0\0\0\0", zeros(MOST + 1)))],
    ["a text with an unterminated name", chunk("zTXt", bytes("Comment"))],
    ["a chunk of another type", chunk("teSt", bytes("a\0\0", zeros(MOST + 1)))],
    ["a chunk that ends beyond the file", chunk("zTXt", bytes("a\0\0", zeros(1000))).subarray(0, 20)],
  ])("is nothing in %s", (_what, one) => {
    expect(inflatesTooMuch(png(one))).toBe(false);
  });

  it.each(["palette.png", "display-p3.png", "sixteen-bit.png"])("is little in %s", (file) => {
    expect(() => checkDecodeCost(fixture(file), "png")).not.toThrow();
  });

  it("is refused before decoding", async () => {
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "black" } })
      .png()
      .toBuffer();
    const bomb = bytes(
      picture.subarray(0, 33),
      chunk("zTXt", bytes("a\0\0", zeros(100_000_000))),
      picture.subarray(33),
    );
    expect(() => checkDecodeCost(bomb, "png")).toThrow(expect.objectContaining({ code: "image_unreadable" }));
    expect(() => checkDecodeCost(picture, "png")).not.toThrow();
  });
});
