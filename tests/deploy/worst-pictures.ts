import { randomBytes } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import { SETTINGS } from "../../apps/service/src/tables/settings.ts";

/** 7000 × 5700: just below the 40 megapixels that are accepted by default. */
const [WIDTH, HEIGHT] = [7000, 5700];
/** Of a square AVIF with 35 % of them. */
const AVIF_SIDE = Math.floor(Math.sqrt(0.35 * SETTINGS.SERVICE_MAX_IMAGE_PIXELS.default));
const COLOR = { r: 90, g: 140, b: 200, alpha: 0.5 };

const flat = (channels: 3 | 4, width = WIDTH, height = HEIGHT): Sharp =>
  sharp({ create: { width, height, channels, background: COLOR } });

const deep = async (): Promise<Sharp> => {
  const data = await flat(4).toColourspace("rgb16").raw({ depth: "ushort" }).toBuffer();
  const raw = { width: WIDTH, height: HEIGHT, channels: 4, depth: "ushort" } as const;
  return sharp(data, { raw }).toColourspace("rgb16");
};

/** With so many rows of noise that the file is nearly as large as an upload may be. */
const heavy = (): Sharp => {
  const rows = Math.floor((0.85 * SETTINGS.SERVICE_MAX_IMAGE_BYTES.default) / 4 / WIDTH);
  const data = Buffer.alloc(WIDTH * HEIGHT * 4, 150);
  randomBytes(WIDTH * 4 * rows).copy(data);
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } });
};

/**
 * The pictures that need most memory to decode, of each format and within the default limits, by
 * description.
 */
export const worstPictures = async (): Promise<{ readonly [what: string]: Buffer }> => ({
  // the whole picture is one tone: 38 bytes
  "WebP, lossless": await flat(4).webp({ lossless: true, effort: 0 }).toBuffer(),
  "WebP, lossy with alpha": await flat(4).webp({ effort: 0, quality: 10 }).toBuffer(),
  "PNG, RGBA": await heavy().png({ compressionLevel: 6 }).toBuffer(),
  "PNG, RGBA of 16 bits, interlaced": await (await deep()).png({ progressive: true }).toBuffer(),
  "AVIF, 12 bits with alpha": await flat(4, AVIF_SIDE, AVIF_SIDE)
    .avif({ effort: 0, bitdepth: 12, chromaSubsampling: "4:4:4" })
    .toBuffer(),
  "JPEG, progressive CMYK": await flat(3)
    .toColourspace("cmyk")
    .jpeg({ progressive: true, chromaSubsampling: "4:4:4" })
    .toBuffer(),
  GIF: await flat(4).gif({ effort: 1 }).toBuffer(),
});
