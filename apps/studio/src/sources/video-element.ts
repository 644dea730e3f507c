import type { RenderWorker } from "../worker/render-worker.ts";

/** A muted video element without controls. */
export const createScreen = (): HTMLVideoElement => {
  const element = document.createElement("video");
  element.muted = true;
  element.playsInline = true;
  element.preload = "auto";
  element.disablePictureInPicture = true;
  element.tabIndex = -1;
  return element;
};

/**
 * Calls `take` with every frame of a track; it must close them. Returns a function that stops this and then the track;
 * null if the browser offers pages no frames of tracks. The frames are read on the page, because Chromium loses one when
 * their stream is transferred to a Worker.
 */
export const watchTrack = (track: MediaStreamTrack, take: (frame: VideoFrame) => void): (() => void) | null => {
  const { MediaStreamTrackProcessor } = globalThis as { MediaStreamTrackProcessor?: TrackProcessor };
  if (MediaStreamTrackProcessor === undefined) return null;
  const stop = forwardFrames(new MediaStreamTrackProcessor({ track }).readable, take);
  return () => void stop().then(() => track.stop());
};

/** MediaStreamTrack Insertable Media Processing (W3C), not yet in TypeScript's types. */
type TrackProcessor = new (init: {
  readonly track: MediaStreamTrack;
}) => { readonly readable: ReadableStream<VideoFrame> };

/**
 * Passes a stream's frames to `take` until the returned function is called, which closes the next frame and then cancels
 * the stream. No read may be pending then: Chromium loses a frame that is on its way to a reader when the stream ends.
 * Such a frame stays open until garbage is collected, and a camera with a few open frames delivers no more.
 */
export const forwardFrames = (
  frames: ReadableStream<VideoFrame>,
  take: (frame: VideoFrame) => void,
  patience = PATIENCE_MS,
): (() => Promise<void>) => {
  const reader = frames.getReader();
  let isStopped = false;
  const read = async (): Promise<void> => {
    while (!isStopped) {
      const { done, value } = await reader.read();
      if (done) return;
      if (isStopped) value.close();
      else take(value);
    }
  };
  const reading = read().catch(() => {});
  return async () => {
    isStopped = true;
    await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, patience))]);
    reader.cancel().catch(() => {});
  };
};

/** Milliseconds to wait for the last frame; a paused video delivers none. */
const PATIENCE_MS = 1000;

/** A frame with another time, in microseconds. Closes the given one. */
export const restamped = (frame: VideoFrame, timestamp: number): VideoFrame => {
  try {
    return new VideoFrame(frame, { timestamp });
  } finally {
    frame.close();
  }
};

/** Sends a frame to the worker. Closes it if it is not accepted, because open frames hold memory. */
export const giveFrame = (frame: VideoFrame | null, { push }: Pick<RenderWorker, "push">): void => {
  if (frame !== null && !push(frame)) frame.close();
};

/** The element's current frame; null if it has not loaded or is being closed. */
export const frameOf = (video: HTMLVideoElement): VideoFrame | null => {
  try {
    return new VideoFrame(video);
  } catch {
    return null;
  }
};

/** A frame presented by an element. */
export type PresentedFrame = {
  /** Its time in the video, in seconds. */
  readonly time: number;
  /** Frames presented so far, including this one. */
  readonly count: number;
};

/** Calls back for every presented frame while the page is visible. Returns a function that stops it. */
export const watchFrames = (video: HTMLVideoElement, onFrame: (frame: PresentedFrame) => void): (() => void) => {
  let handle = 0;
  const requestNext = (): void => {
    handle = video.requestVideoFrameCallback((_, { mediaTime, presentedFrames }) => {
      requestNext();
      onFrame({ time: mediaTime, count: presentedFrames });
    });
  };
  requestNext();
  return () => video.cancelVideoFrameCallback(handle);
};
