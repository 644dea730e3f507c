import type { Raster } from "@lumiglyph/engine";
import { sharp } from "./decoders.ts";

/** A raster as a PNG file, without an alpha channel where all of it is opaque. */
export const encodePng = async ({ width, height, data }: Raster): Promise<Uint8Array> => {
  const image = sharp(data, { raw: { width, height, channels: 4 } });
  return (isOpaque(data) ? image.removeAlpha() : image).png().toBuffer();
};

const isOpaque = (data: Raster["data"]): boolean => {
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return false;
  return true;
};
