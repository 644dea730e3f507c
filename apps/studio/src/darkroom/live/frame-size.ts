/** Pixels across and down. */
export type FrameSize = { readonly width: number; readonly height: number };

/** Pixels up to which a frame is drawn from as it is: below that, to shrink it first costs as much as it saves. */
const MOST_PIXELS = 1_000_000;

/** Pixels of a frame that was shrunk: more than two for each cell of the largest grids that keep up with a camera. */
const SHRUNK_PIXELS = 960 * 540;

/** How large the pixels of a frame are to be: its own size, or a smaller one of the same shape. */
export const workingSize = ({ width, height }: FrameSize): FrameSize => {
  if (width * height <= MOST_PIXELS) return { width, height };
  const scale = Math.sqrt(SHRUNK_PIXELS / (width * height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
};
