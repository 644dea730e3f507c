import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import { makePlane, type Plane } from "../plane.ts";

/**
 * A page as it is seen, without the texture that all its cells share, such as the gaps between its rows: each place within
 * a cell is made as bright over the whole page as the even picture is there, as a flat field corrects a camera.
 */
export const withoutTexture = (seen: Plane, even: Plane): Plane => {
  const had = lightByPlace(seen);
  const gain = lightByPlace(even).map((light, place) => (had[place]! > 0 ? light / had[place]! : 1));
  const out = makePlane(seen.width, seen.height);
  for (let y = 0, at = 0; y < out.height; y++) {
    for (let x = 0; x < out.width; x++, at++) out.data[at] = seen.data[at]! * gain[placeOf(x, y)]!;
  }
  return out;
};

/** The light of all cells, summed for each place within a cell. */
const lightByPlace = ({ width, height, data }: Plane): Float64Array => {
  const sums = new Float64Array(CELL_WIDTH * CELL_HEIGHT);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) sums[placeOf(x, y)] = sums[placeOf(x, y)]! + data[at]!;
  }
  return sums;
};

const placeOf = (x: number, y: number): number => (y % CELL_HEIGHT) * CELL_WIDTH + (x % CELL_WIDTH);
