import type { Raster } from "@lumiglyph/engine";
import type { VideoSample } from "mediabunny";

/** Reads the pixels of a clip's frames: upright and square, as they are shown. */
export type ClipPixels = (sample: VideoSample) => Raster;

/** Pixels that are read of a frame. Larger ones are drawn smaller first: characters show nothing of the rest. */
const MOST_PIXELS = 1920 * 1080;

export const createClipPixels = (width: number, height: number): ClipPixels => {
  const share = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  const [across, down] = [Math.max(1, Math.round(width * share)), Math.max(1, Math.round(height * share))];
  const context = new OffscreenCanvas(across, down).getContext("2d", { willReadFrequently: true, alpha: false })!;
  return (sample) => {
    sample.draw(context, 0, 0, across, down);
    const { data } = context.getImageData(0, 0, across, down);
    return { width: across, height: down, data: new Uint8Array(data.buffer) };
  };
};
