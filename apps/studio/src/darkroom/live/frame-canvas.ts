import type { FrameSize } from "./frame-size.ts";

/** Draws a frame upright at a size and gives its pixels. */
export type DrawPixels = (frame: VideoFrame, size: FrameSize) => Uint8ClampedArray;

/** Takes pixels by way of a canvas, which turns frames as they say and shrinks them. */
export const createFrameCanvas = (): DrawPixels => {
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true, alpha: false })!;
  const { canvas } = context;
  return (frame, { width, height }) => {
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    // a canvas forgets it with its size; of three qualities this is the fastest from full HD on, and does not shimmer
    context.imageSmoothingQuality = "medium";
    context.drawImage(frame, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  };
};
