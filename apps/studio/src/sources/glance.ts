import type { InputFormat } from "@lumiglyph/contract";
import { readBitmap } from "@lumiglyph/decode/browser";
import type { PictureSize } from "../state/source.ts";
import type { DecodedImage } from "../worker/render-worker.ts";

/** Pixels of a glance: enough for every grid, and read in a moment. */
const GLANCE_PIXELS = 800_000;

/**
 * A small upright copy of a large image, from which the first sketch is drawn while the whole is still being read. It claims the
 * size of the whole, because the grid depends on the exact proportions. `size` is that in the file's header, before any rotation.
 */
export const glanceAt = async (file: Blob, format: InputFormat, size: PictureSize): Promise<DecodedImage> => {
  const scale = Math.min(1, Math.sqrt(GLANCE_PIXELS / (size.width * size.height)));
  const bitmap = await createImageBitmap(file, {
    resizeWidth: Math.max(1, Math.round(size.width * scale)),
    resizeQuality: "medium",
    imageOrientation: "from-image",
  });
  const isTurned =
    Math.abs(bitmap.width / bitmap.height - size.width / size.height) > 0.02 * (size.width / size.height);
  const [width, height] = isTurned ? [size.height, size.width] : [size.width, size.height];
  const raster = await readBitmap(bitmap);
  return { ...raster, data: raster.data.buffer as ArrayBuffer, source: { width, height, format }, isGlance: true };
};
