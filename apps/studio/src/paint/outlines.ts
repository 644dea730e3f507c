/**
 * The outlines of every glyph of the engine's `ATLAS`, in its order, as `npm run bake` writes them: 16-bit numbers, low byte
 * first. The first is the width of a cell in units; a cell is twice as high. Then each glyph: its shade (0 for letters),
 * how many contours it has, and each contour: how many points it has, and the points, from the cell's top left corner, y
 * down. A point's first number is 2x, plus 1 where it lies on the curve; its second is y. A contour starts on the curve, and
 * between two points on the curve lies at most one that is not: the control point of a quadratic Bézier curve.
 */
export type Outlines = {
  readonly numbers: Int16Array;
  /** Units in the width of a cell. */
  readonly units: number;
  /** Where each glyph starts in `numbers`. */
  readonly starts: readonly number[];
};

/** Finds the glyphs in the baked file. What follows the last of them is the font's license. */
export const readOutlines = (file: ArrayBuffer, glyphs: number): Outlines => {
  const numbers = new Int16Array(file);
  const starts: number[] = [];
  for (let at = 1; starts.length < glyphs; ) {
    starts.push(at);
    at += 2;
    for (let contours = numbers[at - 1]!; contours > 0; contours--) at += 1 + 2 * numbers[at]!;
  }
  return { numbers, units: numbers[0]!, starts };
};
