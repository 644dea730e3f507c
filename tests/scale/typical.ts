import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { type Kind, TYPICAL } from "../../bench/scale/figures.ts";
import type { LoadFigures, LoadOrder } from "../reliability/load/load.ts";
import { load } from "../reliability/load/start-load.ts";

/** The parameters of a kind as a query. */
export const queryOf = ({ columns, format, color, director }: Kind): string =>
  `columns=${columns}&format=${format}&color=${color}${director ? "" : "&autoOptimize=0"}`;

const SUBJECT = join(import.meta.dirname, "../../fixtures/still-life.png");

/** An image of the project, enlarged to 4:3 with a camera's grain, because enlarging makes it smoother than a photo. */
export const paint = async (
  { input, megapixels }: Pick<Kind, "input" | "megapixels">,
  transparent = false,
): Promise<Buffer> => {
  const width = Math.round(Math.sqrt((megapixels * 1e6 * 4) / 3));
  const height = Math.round((width * 3) / 4);
  const pixels = await sharp(readFileSync(SUBJECT))
    .resize({ width, height, fit: "cover" })
    .removeAlpha()
    .raw()
    .toBuffer();
  // a grainy PNG beyond six megapixels would exceed the default upload limit: few tones instead
  const isPlain = input === "png" && megapixels > 6;
  if (!isPlain) addGrain(pixels);
  const image = sharp(isPlain ? pixels.map((value) => value & 0xf0) : pixels, { raw: { width, height, channels: 3 } });
  const encoding = { jpeg: { quality: 80 }, png: { compressionLevel: 6 }, webp: { quality: 80, effort: 0 } }[input];
  return (transparent ? image.ensureAlpha(0.5) : image).toFormat(input, encoding).toBuffer();
};

/** Adds noise with a deviation of 3 of 255 tones, equal in all channels and in every run (MurmurHash3's finalizer). */
const addGrain = (pixels: Buffer): void => {
  const clamped = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length);
  for (let at = 0; at < clamped.length; at += 3) {
    let mixed = Math.imul((at + 1) ^ ((at + 1) >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    mixed ^= mixed >>> 16;
    const sum = (mixed & 255) + ((mixed >>> 8) & 255) + ((mixed >>> 16) & 255) + (mixed >>> 24);
    // the sum of four bytes has a mean of 510 and a deviation of 147.8
    const grain = ((sum - 510) / 147.8) * 3;
    for (let channel = at; channel < at + 3; channel++) clamped[channel] = clamped[channel]! + grain;
  }
};

/** Typical renders that cannot be shared. */
export type TypicalLoad = {
  readonly send: (port: number, pace: LoadOrder["pace"], seconds: number) => Promise<LoadFigures>;
  /** Removes the image file. */
  readonly end: () => void;
};

export const createTypicalLoad = async (): Promise<TypicalLoad> => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-scale-"));
  const picture = join(folder, "picture.jpg");
  writeFileSync(picture, await paint(TYPICAL));
  const render = { picture, query: queryOf(TYPICAL) };
  return {
    send: (port, pace, seconds) => load({ port, target: "render", render, pace }, seconds),
    end: () => rmSync(folder, { recursive: true }),
  };
};
