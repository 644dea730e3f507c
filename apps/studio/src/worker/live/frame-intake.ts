import type { Raster } from "@lumiglyph/engine";
import type { Feed } from "../render-worker.ts";
import type { FramePixels, FrameSize } from "./frame-pixels.ts";

/** A frame's pixels. */
export type FrameImage = {
  readonly raster: Raster;
  /** Its size as it is shown. */
  readonly size: FrameSize;
  /** Seconds: of a stream since its first frame, else the frame's own time. */
  readonly time: number;
};

/** Where the frames of a feed come in, and where only the newest goes on. Closes every frame. */
export type FrameIntake = {
  readonly push: (frame: VideoFrame) => void;
  /** Lets no frame in until it is let go. */
  readonly hold: (isHeld: boolean) => void;
  /** For the frame that was exposed last, and all that follow. */
  readonly mirror: (isMirrored: boolean) => void;
  readonly isWaiting: () => boolean;
  /** The pixels of the newest frame, or null where none waits or it has none. */
  readonly read: () => Promise<FrameImage | null>;
  /** Frames that gave way to newer ones, here or before they came here. */
  readonly dropped: () => number;
};

export type FrameIntakeParts = {
  readonly feed: Feed;
  readonly pixels: FramePixels;
  /** Once it is aborted nothing comes in, and what has come is closed. */
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

/** In a second. */
const MICROSECONDS = 1e6;

/** Swaps left and right of a raster where it lies. Glyphs that lean have to lean the other way, so pixels are swapped, not cells. */
export const mirrorRows = ({ width, height, data }: Raster): void => {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  for (let y = 0; y < height; y++) pixels.subarray(y * width, (y + 1) * width).reverse();
};

/**
 * Says how many frames a source has left out before one, by the times that its frames carry, in any unit: a camera that finds
 * nobody to take a frame drops it without a word.
 */
export const createMissingFrames = (): ((time: number) => number) => {
  let last: number | null = null;
  let gaps: number[] = [];
  return (time) => {
    const gap = last === null ? 0 : time - last;
    last = time;
    // times run backwards where a video is played again
    if (gap <= 0) return 0;
    gaps = [...gaps, gap].slice(-MEMORY);
    const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length * USUAL)]!;
    return Math.round(gap / usual) - 1;
  };
};

/** Gaps by which the usual one is known. */
const MEMORY = 16;

/** Share of gaps that may be shorter than the usual one, by jitter; all others may be longer, by frames that are missing. */
const USUAL = 0.25;

/**
 * Gives every frame of a stream to `take` as soon as it is there: one that nobody reads holds the camera's memory. Says how
 * the stream ended, or null where the signal ended it; then the stream is canceled and the source may stop.
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

/** Room for the one frame that waits to be drawn: the newest. */
type FrameSlot = {
  /** The frame that waited before is released, and counts as dropped. */
  readonly put: (frame: VideoFrame) => void;
  /** Whoever takes the frame has to release it. */
  readonly take: () => VideoFrame | null;
  readonly isEmpty: () => boolean;
  /** Releases what waits, which was not dropped: nobody wants it any more. */
  readonly clear: () => void;
  /** Frames that gave way to newer ones. */
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
