import { deflateSync } from "node:zlib";
import { INPUT_FORMAT_NAMES } from "@lumiglyph/contract";
import { pngFile } from "@lumiglyph/engine";
import type { Renderer, RenderJob } from "../renderer.ts";

/**
 * Renders a small generated image several times, from bytes to bytes, so that the code is compiled
 * before the first request. Then renders one image through each decoder, so that its libraries are
 * loaded before the worker is sealed. A worker that cannot render them fails here and not on a
 * client's image.
 */
export const warmUp = async (render: Renderer, rounds = ROUNDS): Promise<void> => {
  const { signal } = new AbortController();
  for (const sample of SAMPLES) await render(jobOf(Buffer.from(sample, "base64"), { columns: 8 }), signal);
  const job = jobOf(warmUpImage());
  for (let round = 0; round < rounds; round++) await render(job, signal);
};

/** Measured: the first client image then takes at most 1.5 times as long as the next, instead of five times. */
const ROUNDS = 4;

const WIDTH = 256;
const HEIGHT = 192;

const jobOf = (bytes: Uint8Array, options: RenderJob["options"] = {}): RenderJob => ({
  bytes,
  options,
  limits: { formats: INPUT_FORMAT_NAMES, maxPixels: WIDTH * HEIGHT, maxSide: WIDTH },
});

/** Gray, eight pixels wide and high: JPEG, WebP without and with loss, GIF, AVIF. A PNG comes after them. */
const SAMPLES: readonly string[] = [
  [
    "/9j/2wBDAAYGBgYHBgcICAcKCwoLCg8ODAwODxYQERAREBYiFRkVFRkVIh4kHhweJB42KiYmKjY+NDI0PkxERExfWl98fKf/2wBD",
    "AQYGBgYHBgcICAcKCwoLCg8ODAwODxYQERAREBYiFRkVFRkVIh4kHhweJB42KiYmKjY+NDI0PkxERExfWl98fKf/wgARCAAIAAgD",
    "ASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQBAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhADEAAAAAP/xAAUEAEA",
    "AAAAAAAAAAAAAAAAAAAA/9oACAEBAAE/AH//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAECAQE/AH//xAAUEQEAAAAAAAAAAAAA",
    "AAAAAAAA/9oACAEDAQE/AH//2Q==",
  ].join(""),
  "UklGRh4AAABXRUJQVlA4TBEAAAAvB8ABAAdQwAIWsP+BiOh/AAA=",
  "UklGRiQAAABXRUJQVlA4IBgAAABQAQCdASoIAAgAAUAmJaQABHQAAORAAAA=",
  "R0lGODlhCAAIAIAAAExpcYCAgCH5BAUAAAAALAAAAAAIAAgAAAIHjI+py+1dAAA7",
  [
    "AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA",
    "ACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAAB0AAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRt",
    "AAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAAgAAAAIAAAAEHBpeGkAAAAAAwgICAAAABZp",
    "cG1hAAAAAAAAAAEAAQOBAgMAAAAlbWRhdBIACgg4CL9pAQ0GkDIPGUJjBMPPPPNBIACQQM3o",
  ].join(""),
];

/** A grayscale PNG (PNG third edition, 5) with tones, edges and some texture, so that every stage has work to do. */
const warmUpImage = (): Uint8Array => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.writeUInt8(8, 8);
  const rows = Array.from({ length: HEIGHT }, (_, y) => Uint8Array.of(NO_FILTER, ...warmUpRow(y)));
  return pngFile([
    ["IHDR", header],
    ["IDAT", deflateSync(Buffer.concat(rows))],
  ]);
};

const NO_FILTER = 0;

/** A left-to-right ramp with an inverted disk and repeating grain. */
const warmUpRow = (y: number): Uint8Array =>
  Uint8Array.from({ length: WIDTH }, (_, x) => {
    const tone = Math.min(255, x + ((x * 7 + y * 13) % 16));
    return Math.hypot(x - WIDTH / 2, y - HEIGHT / 2) < HEIGHT / 3 ? 255 - tone : tone;
  });
