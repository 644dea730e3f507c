import { Refusal } from "@lumiglyph/contract";
import type { Raster } from "@lumiglyph/engine";
import type { Sharp } from "sharp";
import { sharp } from "./decoders.ts";
import type { Header } from "./header.ts";
import { shrinkFor } from "./shrink.ts";

/**
 * The first frame as upright 8-bit sRGB RGBA, not premultiplied. A JPEG much larger than the engine needs for `columns` is
 * shrunk on load by a power of two, see `shrinkFor`; everything else comes whole.
 */
export const readPixels = async (
  bytes: Uint8Array,
  header: Header,
  { maxPixels, columns }: { readonly maxPixels: number; readonly columns: number },
): Promise<Raster> => {
  const shrink = shrinkFor(header, columns);
  const expected = { width: Math.ceil(header.width / shrink), height: Math.ceil(header.height / shrink) };
  const { data, info } = await decode(shrunk(toSrgb(bytes, header, maxPixels), expected, shrink));
  const { width, height } = info;
  const whole = width === expected.width && height === expected.height && data.length === width * height * 4;
  if (!whole) throw new Refusal("image_unreadable");
  return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
};

const shrunk = (image: Sharp, size: { width: number; height: number }, shrink: number): Sharp =>
  shrink === 1 ? image : image.resize({ ...size, fit: "fill" });

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
