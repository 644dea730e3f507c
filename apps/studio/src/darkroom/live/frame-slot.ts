/** Room for the one frame that waits to be drawn: the newest. */
export type FrameSlot = {
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
