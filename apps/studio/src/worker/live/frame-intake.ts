import type { Raster } from "@lumiglyph/engine";
import type { Feed } from "../render-worker.ts";
import type { FramePixels, FrameSize } from "./frame-pixels.ts";

/** A frame's pixels. */
export type FrameImage = {
  readonly raster: Raster;
  /** Display size. */
  readonly size: FrameSize;
  /** Seconds since a stream's first frame, else the frame's own time. */
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
  /** Frames replaced by newer ones, here or earlier. */
  readonly dropped: () => number;
};

export type FrameIntakeParts = {
  readonly feed: Feed;
  readonly pixels: FramePixels;
  /** Once aborted, no more frames are accepted, and waiting ones are closed. */
  readonly signal: AbortSignal;
  readonly arrived: () => void;
  /** A pushed frame has been closed. */
  readonly taken: () => void;
  readonly ended: (how: "ended" | "failed") => void;
};

export const createFrameIntake = ({ feed, pixels, signal, arrived, taken, ended }: FrameIntakeParts): FrameIntake => {
  const release = (frame: VideoFrame): void => {
    frame.close();
    if (feed.frames === null) taken();
  };
  const slot = createFrameSlot(release);
  const missingBefore = createMissingFrames();
  let isHeld = false;
  let { isMirrored } = feed;
  let last: FrameImage | null = null;
  let first: number | null = null;
  let missing = 0;

  const push = (frame: VideoFrame): void => {
    if (isHeld || signal.aborted) release(frame);
    else {
      slot.put(frame);
      arrived();
    }
  };
  const read = (frame: VideoFrame): void => {
    const before = missingBefore(frame.timestamp);
    if (!isHeld) missing += before;
    push(frame);
  };
  const timeOf = ({ timestamp }: VideoFrame): number => {
    first ??= feed.frames === null ? 0 : timestamp;
    return (timestamp - first) / MICROSECONDS;
  };
  signal.addEventListener("abort", slot.clear);
  if (feed.frames !== null) void readFrames(feed.frames, read, signal).then((how) => how !== null && ended(how));
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
        const time = timeOf(frame);
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
    dropped: () => slot.dropped() + missing,
  };
};

/** Per second. */
const MICROSECONDS = 1e6;

/** Mirrors a raster in place. Pixels rather than cells, because slanted glyphs must slant the other way. */
export const mirrorRows = ({ width, height, data }: Raster): void => {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  for (let y = 0; y < height; y++) pixels.subarray(y * width, (y + 1) * width).reverse();
};

/**
 * Counts frames missing before each one, from their timestamps in any unit: a camera silently drops frames that nobody
 * reads.
 */
export const createMissingFrames = (): ((time: number) => number) => {
  let last: number | null = null;
  let gaps: number[] = [];
  return (time) => {
    const gap = last === null ? 0 : time - last;
    last = time;
    // times jump back when a video loops
    if (gap <= 0) return 0;
    gaps = [...gaps, gap].slice(-MEMORY);
    const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length * USUAL)]!;
    return Math.round(gap / usual) - 1;
  };
};

/** Number of gaps that determine the usual one. */
const MEMORY = 16;

/** Quantile of the gaps taken as usual: shorter ones are jitter, longer ones may be missing frames. */
const USUAL = 0.25;

/**
 * Passes every frame of a stream to `take` at once, because unread frames hold the camera's memory. Returns how the
 * stream ended; null if the signal ended it, which also cancels the stream.
 */
export const readFrames = async (
  frames: ReadableStream<VideoFrame>,
  take: (frame: VideoFrame) => void,
  signal: AbortSignal,
): Promise<"ended" | "failed" | null> => {
  const reader = frames.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return signal.aborted ? null : "ended";
      if (signal.aborted) value.close();
      else take(value);
    }
  } catch {
    return signal.aborted ? null : "failed";
  } finally {
    signal.removeEventListener("abort", cancel);
  }
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
