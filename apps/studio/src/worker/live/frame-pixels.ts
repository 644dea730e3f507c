import type { Raster } from "@lumiglyph/engine";

/** Reads a frame's pixels, upright. The previous frame's raster stays valid, older ones do not. */
export type FramePixels = (frame: VideoFrame) => Promise<Raster>;

/**
 * Copies pixels where the browser converts them, which is fastest. Rotated or oversized frames, and all frames if
 * copying fails, are drawn on a canvas instead.
 */
export const createFramePixels = (createCanvas: () => DrawPixels = createFrameCanvas): FramePixels => {
  let [last, next] = [new Uint8Array(0), new Uint8Array(0)];
  let canvas: DrawPixels | null = null;
  let isCopyable = true;
  const nextBuffer = (bytes: number): Uint8Array<ArrayBuffer> => {
    [last, next] = [next, last];
    if (last.length !== bytes) last = new Uint8Array(bytes);
    return last;
  };
  const copied = async (frame: VideoFrame): Promise<Raster | null> => {
    const { width, height } = frame.visibleRect ?? NOTHING;
    const data = nextBuffer(4 * width * height);
    return (await copyPixels(frame, data)) ? { width, height, data } : null;
  };
  return async (frame) => {
    const shown = { width: frame.displayWidth, height: frame.displayHeight };
    const size = workingSize(shown);
    if (isCopyable && size.width === shown.width && isUpright(frame)) {
      const raster = await copied(frame);
      if (raster !== null) return raster;
      isCopyable = false;
    }
    canvas ??= createCanvas();
    return { ...size, data: canvas(frame, size) };
  };
};

/** A closed frame has no pixels. */
const NOTHING = { width: 0, height: 0 };

/** Rotation and flip (WebCodecs) are missing in some browsers and in TypeScript's types. */
const isUpright = (frame: VideoFrame & { readonly rotation?: number; readonly flip?: boolean }): boolean =>
  !frame.rotation && !frame.flip;

/** Draws a frame upright at a size and returns its pixels. */
export type DrawPixels = (frame: VideoFrame, size: FrameSize) => Uint8ClampedArray;

/** Reads pixels from a canvas, which applies orientation and scales. */
const createFrameCanvas = (): DrawPixels => {
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true, alpha: false })!;
  const { canvas } = context;
  return (frame, { width, height }) => {
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    // resizing a canvas resets this; "medium" is the fastest from full HD on, and does not shimmer
    context.imageSmoothingQuality = "medium";
    context.drawImage(frame, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  };
};

/**
 * Copies a frame's visible pixels as RGBA. False if unsupported: older browsers ignore the format option and never read
 * it.
 */
const copyPixels = async (frame: VideoFrame, to: Uint8Array<ArrayBuffer>): Promise<boolean> => {
  let isAsked = false;
  const options: VideoFrameCopyToOptions = {
    get format(): VideoPixelFormat {
      isAsked = true;
      return "RGBA";
    },
  };
  try {
    await frame.copyTo(to, options);
    return isAsked;
  } catch {
    return false;
  }
};

/** Width and height in pixels. */
export type FrameSize = { readonly width: number; readonly height: number };

/**
 * Maximum pixels of a frame that is used unchanged; shrinking it would cost as much as it saves.
 */
const MOST_PIXELS = 1_000_000;

/** Pixels of a shrunken frame: more than two per cell of the largest grids that keep up with a camera. */
const SHRUNK_PIXELS = 960 * 540;

/** The size at which a frame is read: its own, or a smaller one of the same shape. */
export const workingSize = ({ width, height }: FrameSize): FrameSize => {
  if (width * height <= MOST_PIXELS) return { width, height };
  const scale = Math.sqrt(SHRUNK_PIXELS / (width * height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
};
