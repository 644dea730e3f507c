/** A frame that an element presents. */
export type Presented = {
  /** Its time in the video, in seconds. */
  readonly time: number;
  /** Frames that the element has presented so far, this one included. */
  readonly count: number;
};

/** Calls for every frame that an element presents, for as long as the page is seen. Gives back what stops it. */
export const watchFrames = (video: HTMLVideoElement, see: (frame: Presented) => void): (() => void) => {
  let asked = 0;
  const ask = (): void => {
    asked = video.requestVideoFrameCallback((_, { mediaTime, presentedFrames }) => {
      ask();
      see({ time: mediaTime, count: presentedFrames });
    });
  };
  ask();
  return () => video.cancelVideoFrameCallback(asked);
};
