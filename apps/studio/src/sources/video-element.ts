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

/** A track's frames as a transferable stream; null if the browser offers none on a page. */
export const frameStream = (track: MediaStreamTrack): ReadableStream<VideoFrame> | null => {
  const { MediaStreamTrackProcessor } = globalThis as { MediaStreamTrackProcessor?: TrackProcessor };
  return MediaStreamTrackProcessor === undefined ? null : new MediaStreamTrackProcessor({ track }).readable;
};

/** MediaStreamTrack Insertable Media Processing (W3C), not yet in TypeScript's types. */
type TrackProcessor = new (init: {
  readonly track: MediaStreamTrack;
}) => { readonly readable: ReadableStream<VideoFrame> };

/** Sends the element's current frame to the worker. Closes it if it is not accepted, because open frames hold memory. */
export const giveFrame = (video: HTMLVideoElement, { push }: Pick<RenderWorker, "push">): void => {
  const frame = frameOf(video);
  if (frame !== null && !push(frame)) frame.close();
};

/** Null if the element has not loaded or is being closed. */
const frameOf = (video: HTMLVideoElement): VideoFrame | null => {
  try {
    return new VideoFrame(video);
  } catch {
    return null;
  }
};

/** A frame presented by an element. */
export type Presented = {
  /** Its time in the video, in seconds. */
  readonly time: number;
  /** Frames presented so far, including this one. */
  readonly count: number;
};

/** Calls back for every presented frame while the page is visible. Returns a function that stops it. */
export const watchFrames = (video: HTMLVideoElement, onFrame: (frame: Presented) => void): (() => void) => {
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
