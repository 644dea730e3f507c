import type { GlyphEvidence } from "@lumiglyph/contract";

/** A place in a plot, in hundredths of its width from the left and of its height from the top. */
type Place = { readonly x: number; readonly y: number };

export type StairPlot = {
  /** Path data of the stairs, over 0 to 100 both ways. */
  readonly stairs: string;
  /** Sizes to name below the plot; the last of them is the codebook's own. */
  readonly sizes: readonly { readonly size: number; readonly x: number }[];
  readonly limit: Place;
  /** The end of the first tread. */
  readonly start: Place;
  /** The codebook that was drawn with. */
  readonly chosen: Place;
};

type Chosen = Pick<GlyphEvidence, "size" | "rmse"> & { readonly limit: number };

/** How the least RMSE of each size (from one glyph on) is drawn: sizes across, logarithms of the RMSE down. */
export const plotStairs = (steps: readonly number[], { size, rmse, limit }: Chosen): StairPlot => {
  const first = size === 1 ? 1 : 2;
  const last = Math.max(first + 1, Math.min(steps.length, Math.max(12, Math.ceil(size * 1.15) + 1)));
  const shown = steps.slice(first - 1, last);
  const bottom = Math.log(Math.max(LEAST, Math.min(...shown, rmse, limit) * 0.85));
  const top = Math.log(Math.max(LEAST * 2, ...shown, rmse, limit));
  const x = (at: number): number => round(((at - first) / (last - first)) * 100);
  const y = (value: number): number => round(((top - Math.log(Math.max(LEAST, value))) / (top - bottom)) * 100);
  const treads = shown.map((value, i) => `${i === 0 ? "M" : "H"}${x(first + i)}${i === 0 ? " " : "V"}${y(value)}`);
  const between = [first, first + Math.round((last - first) / 2), last].filter((at) => isClear(at, size, last - first));
  return {
    stairs: `${treads.join("")}H100`,
    sizes: [...between, size].map((at) => ({ size: at, x: x(at) })),
    limit: { x: 0, y: y(limit) },
    start: { x: x(first + 1), y: y(shown[0]!) },
    chosen: { x: x(size), y: y(rmse) },
  };
};

/** A picture of two tones has no error at all, and zero has no logarithm. */
const LEAST = 1e-4;

const round = (value: number): number => Math.round(Math.min(100, Math.max(0, value)) * 10) / 10;

/** Whether a number below the plot stands far enough from the one that matters. */
const isClear = (at: number, size: number, span: number): boolean => Math.abs(at - size) > span / 8;
