import { makePlane, type Plane } from "../plane.ts";

/** How an eye that has adapted to a page sees it: value × gain + offset. */
export type Exposure = { readonly gain: number; readonly offset: number };

/**
 * The exposure that gives a page the mean and the spread of the picture, both seen from afar: a page of glyphs has none of
 * its own. Least squares would not do: it may choose to see nothing at all.
 */
export const exposureFor = (page: Plane, picture: Plane): Exposure => {
  const own = momentsOf(page);
  const other = momentsOf(picture);
  const gain = own.spread > FLAT ? Math.min(MOST_GAIN, other.spread / own.spread) : 0;
  return { gain, offset: other.mean - gain * own.mean };
};

/** A plane as it is seen at an exposure. */
export const exposed = ({ width, height, data }: Plane, { gain, offset }: Exposure): Plane => {
  const out = makePlane(width, height);
  for (let i = 0; i < data.length; i++) out.data[i] = data[i]! * gain + offset;
  return out;
};

/** A page with less spread than this shows nothing: it is seen as an even gray. */
const FLAT = 1e-3;
const MOST_GAIN = 20;

const momentsOf = ({ data }: Plane): { readonly mean: number; readonly spread: number } => {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < data.length; i++) {
    const value = data[i]!;
    sum += value;
    squares += value * value;
  }
  const mean = sum / data.length;
  return { mean, spread: Math.sqrt(Math.max(0, squares / data.length - mean * mean)) };
};
