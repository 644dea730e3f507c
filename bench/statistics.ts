/** The arithmetic mean. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The middle value, or the mean of the two in the middle. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** y = intercept + slope × x, and the share of y's variance that the line explains. */
type LineFit = { readonly intercept: number; readonly slope: number; readonly r2: number };

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
