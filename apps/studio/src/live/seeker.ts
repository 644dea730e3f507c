/** Seeks in a video, one place at a time: of those that are asked for meanwhile, the last. */
export const createSeeker = (video: HTMLVideoElement): ((time: number) => void) => {
  let next: number | null = null;
  video.addEventListener("seeked", () => {
    if (next !== null) video.currentTime = next;
    next = null;
  });
  return (time) => {
    if (video.seeking) next = time;
    else video.currentTime = time;
  };
};
