import { isMosaic } from "./charsets.ts";
import type { Expected } from "./expected.ts";
import type { Plane } from "./plane.ts";
import type { Response } from "./response.ts";

/** The contour through a cell: the glyph along it, and its clarity, 0 to 1. */
type Contour = { readonly glyph: string; readonly strength: number };

/** The glyphs for contours. */
const STROKES = "-/|\\";

/** The strokes along the contours of their cells. */
export type Strokes = {
  readonly glyphs: string;
  /** Share of all cells with one of them. */
  readonly share: number;
  /** The same for each of them. */
  readonly shares: ReadonlyMap<string, number>;
};

export const strokesOn = (response: Response, expected: Expected): Strokes => {
  const along = isStroked(response) ? stroked(response, contoursOf(expected)) : [];
  const cells = response.columns * response.rows;
  const shareOf = (stroke: string): number => along.filter(({ glyph }) => glyph === stroke).length / cells;
  const shares = new Map([...STROKES].map((stroke) => [stroke, shareOf(stroke)]));
  const glyphs = [...STROKES].filter((stroke) => shares.get(stroke)! > 0).join("");
  return { glyphs, share: along.length / cells, shares };
};

/** Whether the claimed strokes match; rounding may decide about a very rare one. */
export const isFound = ({ lines, glyphs: { contours } }: Response, { glyphs, shares }: Strokes): boolean =>
  [...STROKES].every((stroke) => {
    if (contours.glyphs.includes(stroke) === glyphs.includes(stroke)) return true;
    return shares.get(stroke)! < SELDOM && lines.some((line) => line.includes(stroke));
  });

const SELDOM = 0.002;

/** Share of the contours, weighted by clarity, that have their stroke; a hundredth of all cells counts as such in addition. */
export const contourAgreement = (response: Response, expected: Expected): number => {
  if (!isStroked(response)) return 1;
  const contours = contoursOf(expected);
  const grace = 0.01 * contours.length;
  const clear = (some: readonly (Contour | null)[]): number =>
    some.reduce((sum, contour) => sum + (contour?.strength ?? 0), grace);
  return clear(stroked(response, contours)) / clear(contours);
};

/** Blocks, dots and mosaics have no strokes, and without structure there are no contours. */
const isStroked = ({ glyphs: { charset }, params }: Response): boolean =>
  params.structure > 0 && charset !== "blocks" && charset !== "dots" && !isMosaic(charset);

/** The contours whose cells have the glyph along them. */
const stroked = ({ lines }: Response, contours: readonly (Contour | null)[]): readonly Contour[] => {
  const glyphs = lines.flatMap((line) => [...line]);
  return contours.filter((contour, cell): contour is Contour => contour?.glyph === glyphs[cell]);
};

/** The contour of each cell, row by row, or null. */
const contoursOf = ({ shades, stretch }: Expected): readonly (Contour | null)[] => {
  const columns = shades.width / 2;
  return Array.from({ length: shades.data.length / 8 }, (_, cell) =>
    contourThrough(shades, samplesOf(shades, cell % columns, Math.floor(cell / columns)), stretch),
  );
};

/** The sample positions of a cell. */
const samplesOf = ({ width }: Plane, column: number, row: number): readonly number[] =>
  [0, 1, 2, 3].flatMap((y) => [0, 1].map((x) => (4 * row + y) * width + 2 * column + x));

/** Uses the structure tensor of a cell's tones; a cell that hardly varies in the picture is even. */
const contourThrough = (shades: Plane, samples: readonly number[], stretch: number): Contour | null => {
  const tones = samples.map((at) => shades.data[at]!);
  const range = Math.max(...tones) - Math.min(...tones);
  const slopes = samples.map((at) => slopeAt(shades, at));
  const sumOf = (value: (slope: Slope) => number): number => slopes.reduce((sum, slope) => sum + value(slope), 0);
  const all = sumOf(({ across, down }) => across ** 2 + down ** 2);
  // cosine and sine of twice the gradient's angle, weighted by the agreement of the samples
  const cosine = sumOf(({ across, down }) => across ** 2 - down ** 2);
  const sine = sumOf(({ across, down }) => 2 * across * down);
  const [slope, coherence] = [Math.sqrt(all / samples.length), Math.hypot(cosine, sine) / all];
  if (range < 0.0108 * stretch && slope < 0.03 * stretch) return null;
  if (slope < 0.03 || coherence < 0.5) return null;
  const isUpright = Math.abs(cosine) >= Math.abs(sine);
  const glyph = isUpright ? (cosine < 0 ? "-" : "|") : sine > 0 ? "/" : "\\";
  return { glyph, strength: coherence * Math.min(1, slope / 0.2) };
};

type Slope = { readonly across: number; readonly down: number };

/** Change of tone a sample, by central differences; one-sided at the border. */
const slopeAt = ({ width, height, data }: Plane, place: number): Slope => {
  const [x, y] = [place % width, Math.floor(place / width)];
  const [left, right] = [Math.max(0, x - 1), Math.min(width - 1, x + 1)];
  const [above, below] = [Math.max(0, y - 1), Math.min(height - 1, y + 1)];
  return {
    across: (data[y * width + right]! - data[y * width + left]!) / (right - left),
    down: (data[below * width + x]! - data[above * width + x]!) / (below - above),
  };
};
