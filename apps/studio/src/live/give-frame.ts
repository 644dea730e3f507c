import type { RenderWorker } from "../darkroom/darkroom.ts";

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
