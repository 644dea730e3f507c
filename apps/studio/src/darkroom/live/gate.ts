import type { Raster } from "@lumiglyph/engine";
import type { Feed } from "../live.ts";
import type { FramePixels } from "./frame-pixels.ts";
import type { FrameSize } from "./frame-size.ts";
import { createFrameSlot } from "./frame-slot.ts";
import { mirrorRows } from "./mirror-rows.ts";
import { createMissingFrames } from "./missing-frames.ts";
import { readFrames } from "./read-frames.ts";

/** A frame's pixels. */
export type Exposure = {
  readonly raster: Raster;
  /** Its size as it is shown. */
  readonly size: FrameSize;
  /** Seconds: of a stream since its first frame, else the frame's own time. */
  readonly time: number;
};

/** Where the frames of a feed come in, and where only the newest goes on. Closes every frame. */
export type Gate = {
  readonly push: (frame: VideoFrame) => void;
  /** Lets no frame in until it is let go. */
  readonly hold: (isHeld: boolean) => void;
  /** For the frame that was exposed last, and all that follow. */
  readonly mirror: (isMirrored: boolean) => void;
  readonly isWaiting: () => boolean;
  /** The pixels of the newest frame, or null where none waits or it has none. */
  readonly expose: () => Promise<Exposure | null>;
  /** Frames that gave way to newer ones, here or before they came here. */
  readonly dropped: () => number;
};

export type GateParts = {
  readonly feed: Feed;
  readonly pixels: FramePixels;
  /** Once it is aborted nothing comes in, and what has come is closed. */
  readonly signal: AbortSignal;
  readonly arrived: () => void;
  /** A pushed frame has been closed. */
  readonly taken: () => void;
  readonly ended: (how: "ended" | "failed") => void;
};

export const createGate = ({ feed, pixels, signal, arrived, taken, ended }: GateParts): Gate => {
  const release = (frame: VideoFrame): void => {
    frame.close();
    if (feed.frames === null) taken();
  };
  const slot = createFrameSlot(release);
  const missingBefore = createMissingFrames();
  let isHeld = false;
  let { isMirrored } = feed;
  let last: Exposure | null = null;
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
    expose: async () => {
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
