/**
 * Gives every frame of a stream to `take` as soon as it is there: one that nobody reads holds the camera's memory. Says how
 * the stream ended, or null where the signal ended it; then the stream is canceled and the source may stop.
 */
export const readFrames = async (
  frames: ReadableStream<VideoFrame>,
  take: (frame: VideoFrame) => void,
  signal: AbortSignal,
): Promise<"ended" | "failed" | null> => {
  const reader = frames.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return signal.aborted ? null : "ended";
      if (signal.aborted) value.close();
      else take(value);
    }
  } catch {
    return signal.aborted ? null : "failed";
  } finally {
    signal.removeEventListener("abort", cancel);
  }
};
