import { mean } from "./averages.ts";

/** y = intercept + slope × x, and the share of y's variance that the line explains. */
export type LineFit = { readonly intercept: number; readonly slope: number; readonly r2: number };

/** The least-squares line through points. */
export const fitLine = (points: readonly { readonly x: number; readonly y: number }[]): LineFit => {
  const meanX = mean(points.map(({ x }) => x));
  const meanY = mean(points.map(({ y }) => y));
  const sum = (term: (dx: number, dy: number) => number): number =>
    points.reduce((total, { x, y }) => total + term(x - meanX, y - meanY), 0);
  const slope = sum((dx, dy) => dx * dy) / sum((dx) => dx * dx);
  const missed = sum((dx, dy) => (dy - slope * dx) ** 2);
  return { intercept: meanY - slope * meanX, slope, r2: 1 - missed / sum((_, dy) => dy * dy) };
};
