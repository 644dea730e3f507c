import { DEFAULT_PARAMS, type GridSize, type RenderOptions } from "@lumiglyph/contract";
import type { Kernels, Raster, RenderResult, Steps } from "@lumiglyph/engine";
import { openImage } from "./open-image.ts";

/** A part of an image that shows the effect of a look. */
export type Detail = {
  /** Quickly renders the part on its own grid, whatever columns the parameters ask for. */
  readonly sketch: (options: RenderOptions) => Steps<RenderResult>;
};

/** The part of an image with the most contrast, in the shape of a grid. */
export const openDetail = (raster: Raster, { columns, rows }: GridSize, kernels: Kernels): Detail => {
  // claiming this size yields exactly this grid, however few pixels there are
  const source = { width: columns, height: rows / DEFAULT_PARAMS.cellAspect, format: "pixels" } as const;
  const part = cut(raster, mostContrasted(raster, source.width / source.height));
  const image = openImage({ ...part, data: part.data.buffer, source }, kernels);
  return {
    sketch: (options) => image.sketch({ ...options, columns, rows: 0, cellAspect: DEFAULT_PARAMS.cellAspect }),
  };
};

/** A two-dimensional array of numbers. */
export type Samples = { readonly width: number; readonly height: number; readonly data: Float64Array };

/** Summed-area table: sums of all samples above and left of each corner, with one more row and column. */
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

/** Sum over a rectangle, from a summed-area table. */
export const sumIn = ({ width, data }: Samples, left: number, top: number, right: number, bottom: number): number =>
  data[bottom * width + right]! - data[top * width + right]! - data[bottom * width + left]! + data[top * width + left]!;

/** Size of the part, as a share of the largest one with its shape. */
const SHARE = 0.6;

/** Approximate number of samples to examine: enough to find a part, few enough to be fast. */
const SAMPLES = 40_000;

/** The part of this aspect ratio whose surroundings vary most in brightness. */
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

/** Rec. 709 luma over black, 0 to 255, of every `step`-th pixel. Luma, because its steps are perceptually even. */
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

/** Standard deviation around each sample, within `radius`. */
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

/** A rectangle of an image, in pixels. */
type Part = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** Crops an image. */
export const cut = (raster: Raster, { left, top, width, height }: Part) => {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * raster.width + left) * 4;
    data.set(raster.data.subarray(from, from + width * 4), y * width * 4);
  }
  return { width, height, data };
};
