import type { PictureSize } from "../state/source.ts";
import { shrunkSize } from "./image-limits.ts";

/** An upright copy of an image at the maximum size: JPEG for a JPEG, PNG otherwise. */
export const shrinkImage = async (file: Blob): Promise<Blob> => {
  const { width, height } = shrunkSize(await uprightSize(file));
  const copy = await createImageBitmap(file, { resizeWidth: width, resizeHeight: height, resizeQuality: "high" });
  return encodeBitmap(copy, await copyType(file));
};

/** An image element knows its oriented size without decoding the pixels. */
const uprightSize = async (file: Blob): Promise<PictureSize> => {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    await new Promise((resolve, reject) => {
      image.addEventListener("load", resolve);
      image.addEventListener("error", reject);
      image.src = url;
    });
    return { width: image.naturalWidth, height: image.naturalHeight };
  } finally {
    URL.revokeObjectURL(url);
  }
};

const copyType = async (file: Blob): Promise<"image/jpeg" | "image/png"> => {
  const [first] = new Uint8Array(await file.slice(0, 1).arrayBuffer());
  return first === 0xff ? "image/jpeg" : "image/png";
};

/** The first frame of an image, upright, as a PNG. */
export const stillOf = async (file: Blob): Promise<Blob> => encodeBitmap(await createImageBitmap(file), "image/png");

/** Encodes a bitmap to a file, and closes it. */
export const encodeBitmap = (bitmap: ImageBitmap, type: "image/jpeg" | "image/png"): Promise<Blob> => {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  // drawn, because transferring makes Chromium 156 ignore the orientation
  canvas.getContext("2d")!.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type, quality: 0.95 });
};
