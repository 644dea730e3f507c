import { crc32 } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { openAnimation } from "./animation.ts";

const [WIDTH, HEIGHT] = [16, 12];
const RED = [255, 0, 0, 255] as const;
const GREEN = [0, 255, 0, 255] as const;
const BLUE = [0, 0, 255, 255] as const;
const CLEAR = [0, 0, 0, 0] as const;
type Color = readonly [number, number, number, number];

/** An area of one color. */
const plain = (color: Color, width = WIDTH, height = HEIGHT): Buffer =>
  Buffer.from(Array.from({ length: width * height }, () => color).flat());

const stacked = (colors: readonly Color[]) =>
  sharp(Buffer.concat(colors.map((color) => plain(color))), {
    raw: { width: WIDTH, height: HEIGHT * colors.length, channels: 4, pageHeight: HEIGHT },
  });

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length, 0);
  numbers.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
};

/**
 * A frame of an animated PNG: an area of one color, its position, and how it is drawn and removed.
 */
type Frame = { color: Color; at?: readonly [left: number, top: number, width: number, height: number] };
type Drawn = Frame & { dispose?: number; blend?: number; delay?: number };

const apng = async (frames: readonly Drawn[], plays = 0): Promise<Buffer> => {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames.length, 0);
  control.writeUInt32BE(plays, 4);
  const parts: Buffer[] = [];
  let sequence = 0;
  for (const [i, frame] of frames.entries()) {
    const { color, at: [left, top, width, height] = [0, 0, WIDTH, HEIGHT], dispose = 0, blend = 0, delay = 50 } = frame;
    const own = Buffer.alloc(26);
    for (const [place, value] of [sequence++, width, height, left, top].entries()) own.writeUInt32BE(value, 4 * place);
    own.writeUInt16BE(delay, 20);
    own.writeUInt16BE(1000, 22);
    own.set([dispose, blend], 24);
    const png = await sharp(plain(color, width, height), { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
    const start = png.indexOf("IDAT");
    const data = png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4));
    const number = Buffer.alloc(4);
    if (i > 0) number.writeUInt32BE(sequence++);
    parts.push(chunk("fcTL", own), i === 0 ? chunk("IDAT", data) : chunk("fdAT", Buffer.concat([number, data])));
  }
  const header = Buffer.from([0, 0, 0, WIDTH, 0, 0, 0, HEIGHT, 8, 6, 0, 0, 0]);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([
    ...[signature, chunk("IHDR", header), chunk("acTL", control)],
    ...[...parts, chunk("IEND", Buffer.alloc(0))],
  ]);
};

/** A grid whose working raster is at least as large as the pictures. */
const GRID = { columns: 8, rows: 3 };
const MAX = 1_000_000;

/** The color of a pixel in each frame. */
const colorsAt = async (file: Buffer, x: number, y: number): Promise<readonly (readonly number[])[]> => {
  const colors: number[][] = [];
  for await (const { width, data } of (await openAnimation(file, MAX))!.frames(GRID)) {
    colors.push([...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)]);
  }
  return colors;
};

describe.each(["gif", "webp", "png"] as const)("%s", (format) => {
  const film = async () => {
    if (format === "png") return apng([{ color: RED }, { color: GREEN, delay: 80 }, { color: BLUE, delay: 1 }], 3);
    const image = stacked([RED, GREEN, BLUE]);
    const setting = { delay: [50, 80, 1], loop: 3 };
    return format === "gif" ? image.gif(setting).toBuffer() : image.webp({ ...setting, lossless: true }).toBuffer();
  };

  test("has its size, delays and number of loops; a delay near 0 becomes a tenth of a second", async () => {
    expect(await openAnimation(await film(), MAX)).toMatchObject({ width: WIDTH, height: HEIGHT, plays: 3 });
    const { delays } = (await openAnimation(await film(), MAX))!;
    expect([delays[0], delays[1]! >= 80, delays[2]]).toEqual([50, true, 100]);
  });

  test("has its frames in order", async () => {
    expect(await colorsAt(await film(), 5, 5)).toEqual([RED, GREEN, BLUE]);
  });

  test("is refused if it is too large", async () => {
    await expect(openAnimation(await film(), 100)).rejects.toMatchObject({ code: "image_too_many_pixels" });
  });

  test("is not an animation with one frame", async () => {
    const still = await stacked([RED])[format]().toBuffer();
    expect(await openAnimation(still, MAX)).toBeNull();
  });

  test("is refused where it is damaged", async () => {
    const file = await film();
    const read = async () => {
      for await (const frame of (await openAnimation(file.subarray(0, file.length / 2), MAX))?.frames(GRID) ?? []) {
        expect(frame.data).toHaveLength(4 * WIDTH * HEIGHT);
      }
    };
    await read().catch((error: unknown) => expect(error).toMatchObject({ code: "image_unreadable" }));
  });
});

test("frames of a PNG are drawn over the canvas, and disposed as they declare", async () => {
  const corner = [0, 0, 4, 4] as const;
  const file = await apng([
    { color: RED },
    { color: GREEN, at: corner, dispose: 2 },
    { color: BLUE, at: corner, dispose: 1 },
    { color: CLEAR, at: [8, 8, 1, 1], blend: 1 },
  ]);
  expect(await colorsAt(file, 1, 1)).toEqual([RED, GREEN, BLUE, CLEAR]);
  expect(await colorsAt(file, 8, 8)).toEqual([RED, RED, RED, RED]);
});

test("a JPEG is not an animation", async () => {
  expect(await openAnimation(await stacked([RED]).jpeg().toBuffer(), MAX)).toBeNull();
});
