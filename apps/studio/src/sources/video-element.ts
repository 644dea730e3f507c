import type { RenderWorker } from "../worker/render-worker.ts";

/** An element that shows what moves, without a sound and without controls of its own. */
export const createScreen = (): HTMLVideoElement => {
  const element = document.createElement("video");
  element.muted = true;
  element.playsInline = true;
  element.preload = "auto";
  element.disablePictureInPicture = true;
  element.tabIndex = -1;
  return element;
};

/** The frames of a track as a stream that can be handed to a Worker; null where the browser makes none on a page. */
export const frameStream = (track: MediaStreamTrack): ReadableStream<VideoFrame> | null => {
  const { MediaStreamTrackProcessor } = globalThis as { MediaStreamTrackProcessor?: TrackProcessor };
  return MediaStreamTrackProcessor === undefined ? null : new MediaStreamTrackProcessor({ track }).readable;
};

/** MediaStreamTrack Insertable Media Processing (W3C), which the compiler does not know yet. */
type TrackProcessor = new (init: {
  readonly track: MediaStreamTrack;
}) => { readonly readable: ReadableStream<VideoFrame> };

/** Gives a darkroom the frame that an element shows now. Where it is not taken, it is closed here: an open one holds memory. */
export const giveFrame = (video: HTMLVideoElement, { push }: Pick<RenderWorker, "push">): void => {
  const frame = frameOf(video);
  if (frame !== null && !push(frame)) frame.close();
};

/** An element that has not loaded, or is being left, has none. */
const frameOf = (video: HTMLVideoElement): VideoFrame | null => {
  try {
    return new VideoFrame(video);
  } catch {
    return null;
  }
};

/** A frame that an element presents. */
export type Presented = {
  /** Its time in the video, in seconds. */
  readonly time: number;
  /** Frames that the element has presented so far, this one included. */
  readonly count: number;
};

/** Calls for every frame that an element presents, for as long as the page is seen. Gives back what stops it. */
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
