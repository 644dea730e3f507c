/** A bitmap as a file, and no longer as a bitmap. */
export const encodeBitmap = (bitmap: ImageBitmap, type: "image/jpeg" | "image/png"): Promise<Blob> => {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  // not by transferring it: Chromium 156 then writes a picture that its file turns upright as it was stored
  canvas.getContext("2d")!.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type, quality: 0.95 });
};
