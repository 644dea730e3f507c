import type { Board } from "../paint/board.ts";
import type { FilmFrame } from "./film-frame.ts";

/** Encodes a board's pixels, frame by frame, as fast as the encoder takes them. */
export type FrameEncoder = {
  readonly encode: (board: Board, frame: FilmFrame) => Promise<void>;
  /** Waits for all that is under way. */
  readonly finish: () => Promise<void>;
};

export type OnChunk = (chunk: EncodedVideoChunk, meta: EncodedVideoChunkMetadata | undefined) => void;

/** Seconds from one frame that needs no other to the next: players can jump there. */
const KEY_SECONDS = 2;

/** Frames that may wait in the encoder: enough that it is never idle, few enough that memory stays small. */
const MOST_WAITING = 4;

export const createFrameEncoder = (config: VideoEncoderConfig, onChunk: OnChunk): FrameEncoder => {
  let failure: unknown = null;
  let lastKey = Number.NEGATIVE_INFINITY;
  const encoder = new VideoEncoder({
    output: onChunk,
    error: (error) => {
      failure = error;
    },
  });
  encoder.configure(config);
  return {
    encode: async ({ width, height, pixels }, { time, duration }) => {
      while (encoder.encodeQueueSize >= MOST_WAITING && encoder.state === "configured") await dequeued(encoder);
      if (failure !== null) throw failure;
      const keyFrame = time - lastKey >= KEY_SECONDS;
      if (keyFrame) lastKey = time;
      const frame = new VideoFrame(pixels, {
        format: "RGBX",
        codedWidth: width,
        codedHeight: height,
        timestamp: Math.round(time * 1e6),
        duration: Math.round(duration * 1e6),
      });
      encoder.encode(frame, { keyFrame });
      frame.close();
    },
    finish: async () => {
      if (failure === null) await encoder.flush();
      if (failure !== null) throw failure;
      encoder.close();
    },
  };
};

/** An encoder that fails says so by its state, and not by this event: so it is not waited for without end. */
const dequeued = (encoder: VideoEncoder): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 100);
    encoder.addEventListener(
      "dequeue",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
