import { refusalFor } from "@lumiglyph/contract";
import type { Raster } from "@lumiglyph/engine";
import type { Sharp } from "sharp";
import { sharp } from "./decoders.ts";
import type { Header } from "./header.ts";
import { type Size, sizeToRead } from "./shrink.ts";

/** The first frame as upright 8-bit sRGB RGBA, not premultiplied, at the size that `sizeToRead` names. */
export const readPixels = async (
  bytes: Uint8Array,
  header: Header,
  { maxPixels, columns }: { readonly maxPixels: number; readonly columns: number },
): Promise<Raster> => {
  const size = sizeToRead(header, columns);
  const { data, info } = await decode(shrunk(toSrgb(bytes, header, maxPixels), header, size));
  const { width, height } = info;
  const whole = width === size.width && height === size.height && data.length === width * height * 4;
  if (!whole) throw refusalFor("image_unreadable");
  return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
};

const shrunk = (image: Sharp, { width, height }: Header, size: Size): Sharp =>
  size.width === width && size.height === height ? image : image.resize({ ...size, fit: "fill", kernel: "lanczos3" });

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
    throw refusalFor("image_unreadable");
  }
};
