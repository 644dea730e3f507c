/** Distance of the grays that are told apart; 255 is one of them. */
const STEP = 5;

/**
 * A gray picture as paths, one a gray, with a stroke through the middle of each run of pixels; black is left to what lies
 * behind. A text that is the same everywhere, which a PNG's compression is not.
 */
export const grayPaths = (
  width: number,
  height: number,
  byteAt: (x: number, y: number) => number,
): readonly string[] => {
  const runs = new Map<number, string[]>();
  const grayAt = (x: number, y: number): number => STEP * Math.round(byteAt(x, y) / STEP);
  for (let y = 0; y < height; y++) {
    for (let x = 0, end = 0; x < width; x = end) {
      for (end = x + 1; end < width && grayAt(end, y) === grayAt(x, y); ) end++;
      const gray = grayAt(x, y);
      if (gray > 0) runs.set(gray, [...(runs.get(gray) ?? []), `M${x} ${y}h${end - x}`]);
    }
  }
  return [...runs].map(([gray, strokes]) => `<path stroke="${hex(gray)}" d="${strokes.join("")}"/>`);
};

const hex = (gray: number): string => `#${gray.toString(16).padStart(2, "0").repeat(3)}`;
