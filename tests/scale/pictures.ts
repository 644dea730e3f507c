import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import type { Input } from "../../scripts/scale/measured.ts";
import { sizeOf } from "../../scripts/scale/typical.ts";

const FIXTURES = join(import.meta.dirname, "../../fixtures");

/** A picture to be painted: one of the project's own, enlarged. */
export type Canvas = {
  /** A file of `fixtures/`, without its ending. */
  readonly subject: "still-life" | "portrait" | "koi" | "moonlit";
  readonly input: Input;
  readonly megapixels: number;
  readonly transparent?: boolean;
};

/**
 * The file of a picture. Enlarged it is smoother than any camera's, so it has a camera's grain. A PNG beyond six megapixels
 * would then be larger than the service takes by default; such files are plain ones, with few tones and no grain.
 */
export const paint = async ({ subject, input, megapixels, transparent = false }: Canvas): Promise<Buffer> => {
  const { width, height } = sizeOf(megapixels);
  const resized = sharp(join(FIXTURES, `${subject}.png`))
    .resize({ width, height, fit: "cover" })
    .removeAlpha();
  const pixels = await resized.raw().toBuffer();
  if (input === "png" && megapixels > MOST_GRAINY) flatten(pixels);
  else addGrain(pixels);
  const image = sharp(pixels, { raw: { width, height, channels: 3 } });
  return encoders[input](transparent ? image.ensureAlpha(HALF) : image).toBuffer();
};

/** The same, out of a folder where there is one and it has been painted before. */
export const paintOnce = async (canvas: Canvas, folder: string | null): Promise<Buffer> => {
  if (folder === null) return paint(canvas);
  const { subject, input, megapixels } = canvas;
  const file = join(folder, `${subject}-${megapixels}.${input}`);
  if (existsSync(file)) return readFileSync(file);
  mkdirSync(folder, { recursive: true });
  const painted = await paint(canvas);
  writeFileSync(file, painted);
  return painted;
};

const MOST_GRAINY = 6;

const HALF = 0.5;

const encoders = {
  jpeg: (image: Sharp) => image.jpeg({ quality: 80 }),
  png: (image: Sharp) => image.png({ compressionLevel: 6 }),
  webp: (image: Sharp) => image.webp({ quality: 80, effort: 0 }),
} as const satisfies Record<Input, (image: Sharp) => Sharp>;

/** Grain of three of 255 tones, the same for all channels and in every run: the four bytes of MurmurHash3's finalizer. */
const addGrain = (pixels: Buffer): void => {
  const clamped = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length);
  for (let at = 0; at < clamped.length; at += 3) {
    let mixed = Math.imul((at + 1) ^ ((at + 1) >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    mixed ^= mixed >>> 16;
    const sum = (mixed & 255) + ((mixed >>> 8) & 255) + ((mixed >>> 16) & 255) + (mixed >>> 24);
    const grain = ((sum - 510) / DEVIATION) * GRAIN;
    for (let channel = at; channel < at + 3; channel++) clamped[channel] = clamped[channel]! + grain;
  }
};

/** Of the sum of four bytes. */
const DEVIATION = 147.8;

const GRAIN = 3;

/** Sixteen tones a channel. */
const flatten = (pixels: Buffer): void => {
  for (let at = 0; at < pixels.length; at++) pixels[at] = pixels[at]! & 0xf0;
};
