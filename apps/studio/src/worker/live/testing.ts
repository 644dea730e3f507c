/** Properties of a fake frame; by default 32 × 24 gray pixels at time 0. */
type Making = {
  readonly width?: number;
  readonly height?: number;
  /** Microseconds. */
  readonly timestamp?: number;
  readonly rotation?: number;
  /** Red, green and blue of a pixel. */
  readonly paint?: (x: number, y: number) => readonly [number, number, number];
};

/** Creates fake frames and counts those still open. For tests. */
export const createTestFrames = () => {
  const open = new Set<VideoFrame>();
  let made = 0;
  const make = ({ width = 32, height = 24, timestamp = 0, rotation = 0, paint = gray }: Making = {}): VideoFrame => {
    made++;
    const frame = {
      timestamp,
      rotation,
      displayWidth: width,
      displayHeight: height,
      visibleRect: { width, height },
      async copyTo(to: Uint8Array, { format }: VideoFrameCopyToOptions) {
        if (format !== "RGBA") throw new Error(`nobody asked for ${format}`);
        for (let at = 0; at < width * height; at++) {
          to.set([...paint(at % width, Math.floor(at / width)), 255], 4 * at);
        }
      },
      close: () => void open.delete(frame),
    } as unknown as VideoFrame;
    open.add(frame);
    return frame;
  };
  return { make, open: () => open.size, made: () => made };
};

const gray = (): readonly [number, number, number] => [128, 128, 128];
