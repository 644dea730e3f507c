import { crc32, deflateSync } from "node:zlib";
import { DEFAULT_PARAMS, INPUT_FORMAT_NAMES } from "@lumiglyph/contract";
import type { Renderer, RenderJob } from "../renderer.ts";

/**
 * Draws a small picture of our own, all the way from bytes to bytes, so often that the next picture finds its code
 * compiled; a worker that cannot draw it fails here and not with a caller's picture.
 */
export const warmUp = async (render: Renderer, rounds = ROUNDS): Promise<void> => {
  const { signal } = new AbortController();
  const job = ownJob();
  for (let round = 0; round < rounds; round++) await render(job, signal);
};

/** By measurement: a caller's first picture then takes at most half as long again as the next, instead of five times. */
const ROUNDS = 4;

const WIDTH = 256;
const HEIGHT = 192;

const ownJob = (): RenderJob => ({
  bytes: ownPicture(),
  parsed: { params: DEFAULT_PARAMS, changed: [] },
  limits: { formats: INPUT_FORMAT_NAMES, maxPixels: WIDTH * HEIGHT, maxSide: WIDTH },
});

/** Tones, edges and a little texture, as a gray PNG (PNG third edition, 5): it makes every stage work. */
const ownPicture = (): Uint8Array => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.writeUInt8(8, 8);
  const rows = Array.from({ length: HEIGHT }, (_, y) => Uint8Array.of(NO_FILTER, ...ownRow(y)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

const NO_FILTER = 0;

/** A ramp from left to right, a disk that is inverted, a grain that repeats. */
const ownRow = (y: number): Uint8Array =>
  Uint8Array.from({ length: WIDTH }, (_, x) => {
    const tone = Math.min(255, x + ((x * 7 + y * 13) % 16));
    return Math.hypot(x - WIDTH / 2, y - HEIGHT / 2) < HEIGHT / 3 ? 255 - tone : tone;
  });

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};
