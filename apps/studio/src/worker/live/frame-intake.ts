import type { Raster } from "@lumiglyph/engine";
import type { FramePixels, FrameSize } from "./frame-pixels.ts";

/** A frame's pixels. */
export type FrameImage = {
  readonly raster: Raster;
  /** Display size. */
  readonly size: FrameSize;
  /** The frame's timestamp, in seconds. */
  readonly time: number;
};

/** Receives a feed's frames and passes on only the newest. Closes every frame. */
export type FrameIntake = {
  readonly push: (frame: VideoFrame) => void;
  /** While held, incoming frames are discarded. */
  readonly hold: (isHeld: boolean) => void;
  /** Applies to the last frame read and all following. */
  readonly mirror: (isMirrored: boolean) => void;
  readonly isWaiting: () => boolean;
  /** Reads the newest frame's pixels; null if no frame is waiting or it has none. */
  readonly read: () => Promise<FrameImage | null>;
  /** Frames replaced by newer ones. */
  readonly dropped: () => number;
};

export type FrameIntakeParts = {
  /** Whether frames are mirrored from the start. */
  readonly isMirrored: boolean;
  readonly pixels: FramePixels;
  /** Once aborted, no more frames are accepted, and waiting ones are closed. */
  readonly signal: AbortSignal;
  readonly arrived: () => void;
  /** A frame has been closed. */
  readonly taken: () => void;
};

export const createFrameIntake = ({ pixels, signal, arrived, taken, ...parts }: FrameIntakeParts): FrameIntake => {
  const release = (frame: VideoFrame): void => {
    frame.close();
    taken();
  };
  const slot = createFrameSlot(release);
  let isHeld = false;
  let { isMirrored } = parts;
  let last: FrameImage | null = null;

  const push = (frame: VideoFrame): void => {
    if (isHeld || signal.aborted) release(frame);
    else {
      slot.put(frame);
      arrived();
    }
  };
  signal.addEventListener("abort", slot.clear);
  return {
    push,
    hold: (toHeld) => {
      isHeld = toHeld;
      if (isHeld) slot.clear();
    },
    mirror: (toMirrored) => {
      if (toMirrored !== isMirrored && last !== null) mirrorRows(last.raster);
      isMirrored = toMirrored;
    },
    isWaiting: () => !slot.isEmpty(),
    read: async () => {
      const frame = slot.take();
      if (frame === null) return null;
      try {
        const size = { width: frame.displayWidth, height: frame.displayHeight };
        const time = frame.timestamp / MICROSECONDS;
        const raster = await pixels(frame);
        if (isMirrored) mirrorRows(raster);
        last = { raster, size, time };
        return last;
      } catch {
        return null;
      } finally {
        release(frame);
      }
    },
    dropped: slot.dropped,
  };
};

/** Per second. */
const MICROSECONDS = 1e6;

/** Mirrors a raster in place. Pixels rather than cells, because slanted glyphs must slant the other way. */
export const mirrorRows = ({ width, height, data }: Raster): void => {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  for (let y = 0; y < height; y++) pixels.subarray(y * width, (y + 1) * width).reverse();
};

/** Holds the newest frame until it is rendered. */
type FrameSlot = {
  /** Releases the waiting frame and counts it as dropped. */
  readonly put: (frame: VideoFrame) => void;
  /** The caller must release the frame. */
  readonly take: () => VideoFrame | null;
  readonly isEmpty: () => boolean;
  /** Releases the waiting frame without counting it as dropped. */
  readonly clear: () => void;
  /** Frames replaced by newer ones. */
  readonly dropped: () => number;
};

export const createFrameSlot = (release: (frame: VideoFrame) => void): FrameSlot => {
  let waiting: VideoFrame | null = null;
  let dropped = 0;
  const take = (): VideoFrame | null => {
    const taken = waiting;
    waiting = null;
    return taken;
  };
  const clear = (): void => {
    const left = take();
    if (left !== null) release(left);
  };
  return {
    put: (frame) => {
      if (waiting !== null) dropped++;
      clear();
      waiting = frame;
    },
    take,
    isEmpty: () => waiting === null,
    clear,
    dropped: () => dropped,
  };
};
