import { CELL_ASPECT, type GridSize, type RenderOptions } from "@lumiglyph/contract";
import type { Kernels, Raster, RenderResult, Steps } from "@lumiglyph/engine";
import { openNegative } from "./open-negative.ts";

/** A part of a picture that shows what a look does to it. */
export type Detail = {
  /** The part, drawn quickly on the detail's own grid, whatever columns the parameters ask for. */
  readonly sketch: (options: RenderOptions) => Steps<RenderResult>;
};

/** The most contrasted part of a picture, in the shape of a grid. */
export const openDetail = (raster: Raster, { columns, rows }: GridSize, kernels: Kernels): Detail => {
  // to say that the picture has this size gives it this very grid, however few pixels it has
  const source = { width: columns, height: rows / CELL_ASPECT, format: "pixels" } as const;
  const part = cut(raster, mostContrasted(raster, source.width / source.height));
  const negative = openNegative({ ...part, data: part.data.buffer, source }, kernels);
  return {
    sketch: (options) => negative.sketch({ ...options, columns }),
  };
};

/** Numbers in rows. */
export type Samples = { readonly width: number; readonly height: number; readonly data: Float64Array };

/** Sums of all that lies above and left of each corner of a sample (a summed-area table): one row and one column more. */
export const sumsOf = ({ width, height, data }: Samples): Samples => {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 1; y <= height; y++) {
    for (let x = 1, row = 0; x <= width; x++) {
      row += data[(y - 1) * width + x - 1]!;
      sums[y * (width + 1) + x] = sums[(y - 1) * (width + 1) + x]! + row;
    }
  }
  return { width: width + 1, height: height + 1, data: sums };
};

/** The sum of a rectangle, out of those sums. */
export const sumIn = ({ width, data }: Samples, left: number, top: number, right: number, bottom: number): number =>
  data[bottom * width + right]! - data[top * width + right]! - data[bottom * width + left]! + data[top * width + left]!;

/** How much of what a part of its shape could have at most it has in each direction. */
const SHARE = 0.6;

/** Samples that are looked at, about: enough to find a part, few enough not to be felt. */
const SAMPLES = 40_000;

/** Where a picture has the most contrast: the part of this shape (width by height) whose surroundings vary most in light. */
export const mostContrasted = (raster: Raster, shape: number): Part => {
  const widest = Math.min(raster.width, raster.height * shape);
  const width = Math.max(1, Math.round(widest * SHARE));
  const height = Math.min(raster.height, Math.max(1, Math.round(width / shape)));
  const step = Math.max(1, Math.ceil(Math.sqrt((raster.width * raster.height) / SAMPLES)));
  const tones = sample(raster, step);
  const [across, down] = [Math.ceil(width / step), Math.ceil(height / step)];
  const { x, y } = busiest(spreads(tones, Math.max(1, Math.round(down / 8))), across, down);
  return {
    left: Math.min(x * step, raster.width - width),
    top: Math.min(y * step, raster.height - height),
    width,
    height,
  };
};

/** Rec. 709 luma over black, 0 to 255, of every `step`-th pixel: even steps of it look even, which light itself does not. */
const sample = ({ width, height, data }: Raster, step: number): Samples => {
  const [across, down] = [Math.ceil(width / step), Math.ceil(height / step)];
  const tones = new Float64Array(across * down);
  for (let y = 0, to = 0; y < down; y++) {
    for (let x = 0; x < across; x++, to++) {
      const at = (y * step * width + x * step) * 4;
      tones[to] = ((0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!) * data[at + 3]!) / 255;
    }
  }
  return { width: across, height: down, data: tones };
};

/** Standard deviation around each sample, `radius` samples far. */
const spreads = (tones: Samples, radius: number): Samples => {
  const { width, height } = tones;
  const sums = sumsOf(tones);
  const squares = sumsOf({ ...tones, data: tones.data.map((tone) => tone * tone) });
  const data = new Float64Array(width * height);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to++) {
      const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
      const [top, bottom] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)];
      const count = (right - left) * (bottom - top);
      const mean = sumIn(sums, left, top, right, bottom) / count;
      data[to] = Math.sqrt(Math.max(0, sumIn(squares, left, top, right, bottom) / count - mean * mean));
    }
  }
  return { width, height, data };
};

/** Where a window of this size has the largest sum; the first of equal ones. */
const busiest = (samples: Samples, across: number, down: number): { readonly x: number; readonly y: number } => {
  const sums = sumsOf(samples);
  let best = { x: 0, y: 0, sum: -1 };
  for (let y = 0; y + down <= samples.height; y++) {
    for (let x = 0; x + across <= samples.width; x++) {
      const sum = sumIn(sums, x, y, x + across, y + down);
      if (sum > best.sum) best = { x, y, sum };
    }
  }
  return best;
};

/** A rectangle of a picture, in pixels. */
type Part = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** A part of a picture as a picture of its own. */
export const cut = (raster: Raster, { left, top, width, height }: Part) => {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * raster.width + left) * 4;
    data.set(raster.data.subarray(from, from + width * 4), y * width * 4);
  }
  return { width, height, data };
};
