import { gridSize } from "@lumiglyph/contract";
import type { Raster, SourceInfo } from "@lumiglyph/engine";
import { readHeader } from "./header.ts";
import { allowFormat, checkSize, type DecodeLimits, NO_LIMITS } from "./limits.ts";
import { readPixels } from "./pixels.ts";
import { sniff } from "./sniff.ts";
import { checkWork } from "./work.ts";

export { encodePng } from "./png.ts";
export { type DecodeLimits, NO_LIMITS };

/** A decoded picture and the file it came from. */
export type Decoded = { readonly raster: Raster; readonly source: SourceInfo };

/**
 * A file's first frame as a raster. Whatever the bytes, it throws nothing but a Refusal: `image_format_unsupported`,
 * `image_too_many_pixels`, `grid_too_large` for this many columns (all three before a pixel is decoded), or `image_unreadable`.
 */
export const decodeImage = async (bytes: Uint8Array, limits: DecodeLimits, columns: number): Promise<Decoded> => {
  const format = allowFormat(sniff(bytes), limits);
  checkWork(bytes, format);
  const header = await readHeader(bytes, format);
  checkSize(header, limits);
  gridSize(columns, header.width, header.height);
  const raster = await readPixels(bytes, header, { maxPixels: limits.maxPixels, columns });
  return { raster, source: { width: header.width, height: header.height, format } };
};
