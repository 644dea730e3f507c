import { frameStream } from "./frame-stream.ts";

/**
 * Calls for every frame that a video plays, also those for which the page is too busy to be painted: with some browsers twice
 * as many as an element presents. Each frame has the video's own time. Gives back what stops it; null where it cannot be done.
 */
export const watchCaptured = (video: HTMLVideoElement, take: (frame: VideoFrame) => void): (() => void) | null => {
  const stream = capture(video);
  const track = stream?.getVideoTracks()[0];
  const frames = track === undefined ? null : frameStream(track);
  if (track === undefined || frames === null) return null;
  const reader = frames.getReader();
  const read = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      take(new VideoFrame(value, { timestamp: Math.round(video.currentTime * 1e6) }));
      value.close();
    }
  };
  read().catch(() => {});
  return () => {
    track.stop();
    reader.cancel().catch(() => {});
  };
};

/** Media Capture from DOM Elements (W3C), which not every browser has, and the compiler does not know of videos. */
const capture = (video: HTMLVideoElement & { captureStream?(): MediaStream }): MediaStream | undefined =>
  video.captureStream?.();
