/** Looks at a video: its frame as a few gray values, whatever size it has. */
export const createEye = (): ((video: HTMLVideoElement) => Uint8Array) => {
  const context = new OffscreenCanvas(WIDTH, HEIGHT).getContext("2d", { willReadFrequently: true, alpha: false })!;
  return (video) => {
    context.drawImage(video, 0, 0, WIDTH, HEIGHT);
    const { data } = context.getImageData(0, 0, WIDTH, HEIGHT);
    return Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => grayOf(data, at * 4));
  };
};

const WIDTH = 24;
const HEIGHT = 16;

/** Rec. 709 luma. */
const grayOf = (data: Uint8ClampedArray, at: number): number =>
  0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!;
