import { Refusal } from "@lumiglyph/contract";
import type { Raster } from "@lumiglyph/engine";
import type { Sharp } from "sharp";
import { sharp } from "./decoders.ts";
import type { Header } from "./header.ts";

/**
 * Every pixel of the first frame as upright 8-bit sRGB RGBA, not premultiplied.
 *
 * Nothing is shrunk on load. sharp cannot ask libjpeg for a plain DCT scaling (it always resamples once more on top), and
 * both that and libwebp's rescaling average encoded values, not light: fine texture would come out too dark.
 */
export const readPixels = async (bytes: Uint8Array, header: Header, maxPixels: number): Promise<Raster> => {
  const { data, info } = await decode(toSrgb(bytes, header, maxPixels));
  const { width, height } = info;
  const whole = width === header.width && height === header.height && data.length === width * height * 4;
  if (!whole) throw new Refusal("image_unreadable");
  return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
};

const toSrgb = (bytes: Uint8Array, { srgb, deep }: Header, maxPixels: number): Sharp => {
  const image = sharp(bytes, {
    pages: 1,
    autoOrient: true,
    failOn: "warning",
    limitInputPixels: maxPixels,
    ignoreIcc: srgb,
  })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" });
  // sharp turns deep color with a profile into Display P3 and, unless told, calls those numbers sRGB
  return deep && !srgb ? image.withIccProfile("srgb") : image;
};

const decode = async (image: Sharp) => {
  try {
    return await image.toBuffer({ resolveWithObject: true });
  } catch {
    throw new Refusal("image_unreadable");
  }
};
