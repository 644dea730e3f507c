import { makePlane, type Plane } from "../plane.ts";

/** Gradients of a plane in tone per sample, borders repeated (Sobel and Feldman, 1968; scaled by 1/8). */
export type Gradients = { readonly dx: Plane; readonly dy: Plane };

export const sobel = ({ width, height, data }: Plane): Gradients => {
  const dx = makePlane(width, height);
  const dy = makePlane(width, height);
  for (let y = 0, at = 0; y < height; y++) {
    const above = Math.max(0, y - 1) * width;
    const row = y * width;
    const below = Math.min(height - 1, y + 1) * width;
    for (let x = 0; x < width; x++, at++) {
      const left = Math.max(0, x - 1);
      const right = Math.min(width - 1, x + 1);
      const northWest = data[above + left]!;
      const northEast = data[above + right]!;
      const southWest = data[below + left]!;
      const southEast = data[below + right]!;
      dx.data[at] = (northEast - northWest + 2 * (data[row + right]! - data[row + left]!) + southEast - southWest) / 8;
      dy.data[at] = (southWest - northWest + 2 * (data[below + x]! - data[above + x]!) + southEast - northEast) / 8;
    }
  }
  return { dx, dy };
};
