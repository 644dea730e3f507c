import type { PictureSize } from "../state/source.ts";
import { shrunkSize } from "./image-limits.ts";

/** An upright copy of an image at the maximum size: JPEG for a JPEG, PNG otherwise. */
export const shrinkImage = async (file: Blob): Promise<Blob> => {
  const { width, height } = shrunkSize(await uprightSize(file));
  const copy = await createImageBitmap(file, { resizeWidth: width, resizeHeight: height, resizeQuality: "high" });
  return encodeBitmap(copy, await copyType(file));
};

/** An image element knows its oriented size without decoding the pixels. */
const uprightSize = (file: Blob): Promise<PictureSize> =>
  withImage(file, async ({ naturalWidth, naturalHeight }) => ({ width: naturalWidth, height: naturalHeight }));

/** Uses an image element of a file. Rejects if the browser cannot read it. */
const withImage = async <Result>(file: Blob, use: (image: HTMLImageElement) => Promise<Result>): Promise<Result> => {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    await new Promise((resolve, reject) => {
      image.addEventListener("load", resolve);
      image.addEventListener("error", reject);
      image.src = url;
    });
    return await use(image);
  } finally {
    URL.revokeObjectURL(url);
  }
};

/** Longer side of a drawing's picture, in pixels. */
const DRAWING_SIDE = 2048;

/** A vector drawing as a PNG. In an image element it runs no scripts and loads nothing. */
export const drawSvg = (file: Blob): Promise<Blob> =>
  withImage(new Blob([file], { type: "image/svg+xml" }), (image) => {
    const { naturalWidth: width = 0, naturalHeight: height = 0 } = image;
    const scale = DRAWING_SIDE / Math.max(width, height, 1);
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round((width || 1) * scale)),
      Math.max(1, Math.round((height || 1) * scale)),
    );
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.convertToBlob();
  });

/** The type of a copy of an image. */
export const copyType = async (file: Blob): Promise<"image/jpeg" | "image/png"> => {
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
