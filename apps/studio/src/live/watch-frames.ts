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
