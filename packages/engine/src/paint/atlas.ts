import type { FontName } from "@lumiglyph/contract";
import { ATLAS, atlasFor } from "../glyphs/atlas.ts";
import { drawShape } from "../glyphs/draw-shape.ts";
import { SHAPES } from "../glyphs/mosaics.ts";
import { toEncoded, toLight } from "../math/srgb.ts";
import { setLatest } from "../set-latest.ts";
import { glyphsOf, type PaintedMosaic, type PaintedPage } from "./page.ts";
import type { CellSize } from "./view.ts";

/** Glyphs at one size. */
export type GlyphSheet = {
  /** Size of the smallest cells, in whole pixels; others are a pixel wider or higher. */
  readonly width: number;
  readonly height: number;
  /** Number of glyphs. */
  readonly count: number;
  /**
   * Ink coverage of a glyph's pixels, 0 to 255, for blending in sRGB; rasterized on first use. `wider` and `taller` are 1
   * in cells that are a pixel larger, else 0.
   */
  readonly alphaOf: (glyph: number, wider: number, taller: number) => Uint8Array<ArrayBuffer>;
};

/** Largest cell width that glyphs are rasterized for, to limit memory. Larger ones are scaled up. */
export const LARGEST_CELL = 512;

/** The size in which a cell's glyphs are drawn. */
export const drawnCell = ({ width, height }: CellSize): CellSize =>
  width <= LARGEST_CELL
    ? { width, height }
    : { width: LARGEST_CELL, height: Math.max(1, Math.round((LARGEST_CELL * height) / width)) };

/** Returns the glyph sheet for a cell size, of the engine's `ATLAS` or of a mosaic; letters have a font's light. */
export type GlyphAtlas = (cell: CellSize, page?: Partial<Pick<PaintedPage, "mosaic" | "font">>) => GlyphSheet;

/** Cached sheets: the view's, those of thumbnails, and one to zoom back to. */
const KEPT_SHEETS = 4;

/** Creates an atlas from a file of outlines, `@lumiglyph/engine/glyphs.bin`. */
export const createAtlas = (file: ArrayBuffer): GlyphAtlas => {
  const outlines = readOutlines(file, ATLAS.glyphs.length);
  const sheets = new Map<string, GlyphSheet>();
  const createSheet = (mosaic: PaintedMosaic | null, font: FontName, width: number, height: number): GlyphSheet => {
    const count = glyphsOf(mosaic).length;
    const draw = mosaic === null ? letters(outlines, font) : shapes(glyphsOf(mosaic));
    const drawn: Uint8Array<ArrayBuffer>[] = [];
    const alphaOf = (glyph: number, wider: number, taller: number): Uint8Array<ArrayBuffer> => {
      const at = 4 * glyph + 2 * wider + taller;
      drawn[at] ??= draw(glyph, width + wider, height + taller);
      return drawn[at];
    };
    return { width, height, count, alphaOf };
  };
  return (cell, { mosaic = null, font = "any" } = {}) => {
    const [width, height] = [Math.floor(cell.width), Math.floor(cell.height)];
    const key = `${mosaic ?? font} ${width} ${height}`;
    const sheet = sheets.get(key) ?? createSheet(mosaic, font, width, height);
    setLatest(sheets, key, sheet, KEPT_SHEETS);
    return sheet;
  };
};

/** Draws a glyph: the ink coverage of its cell's pixels, 0 to 255, row by row. */
type Draw = (glyph: number, width: number, height: number) => Uint8Array<ArrayBuffer>;

/** Draws the glyphs of a mosaic. */
const shapes =
  (glyphs: readonly string[]): Draw =>
  (glyph, width, height) =>
    drawShape(SHAPES.get(glyphs[glyph]!)!, width, height).slice();

/** Draws a letter: the share of each pixel of a cell that ink covers, 0 to 1, row by row. */
export type Pen = (letter: string, width: number, height: number) => Float64Array;

const PENS = new Map<string, Pen>();

/**
 * Draws the letters of pages in this font with the host's pen, instead of the built-in outlines.
 */
export const drawLettersWith = (font: string, pen: Pen): void => void PENS.set(font, pen);

/** Draws letters, shades and dots from their outlines. The largest are drawn smaller and scaled up by repeating pixels. */
const letters = (outlines: Outlines, font: FontName): Draw => {
  const { tone } = atlasFor("detailed", "dark", font);
  const pen = PENS.get(font);
  const coverage: Draw = (glyph, width, height) =>
    pen === undefined
      ? coverageOf(outlines, glyph, width, height)
      : Uint8Array.from(pen(ATLAS.glyphs[glyph]!, width, height), (share) => Math.round(255 * share));
  const draw: Draw = (glyph, width, height) => {
    const shade = outlines.numbers[outlines.starts[glyph]!]!;
    return shade === 0
      ? letterAlpha(coverage, glyph, width, height, tone[glyph]!)
      : shapeAlpha(coverageOf(outlines, glyph, width, height), shade);
  };
  return (glyph, width, height) => {
    const small = drawnCell({ width, height });
    const alpha = draw(glyph, small.width, small.height);
    if (small.width === width) return alpha;
    return new Uint8Array(width * height).map((_, i) => {
      const x = Math.floor(((i % width) * small.width) / width);
      const y = Math.floor((Math.floor(i / width) * small.height) / height);
      return alpha[y * small.width + x]!;
    });
  };
};

/** Shades and dots fill whole pixels at the calibrated size; partially covered pixels keep their light. */
const shapeAlpha = (coverage: Uint8Array<ArrayBuffer>, shade: number): Uint8Array<ArrayBuffer> => {
  const curve = Uint8Array.from({ length: 256 }, (_, byte) => Math.round(shade * toEncoded(byte / 255)));
  return coverage.map((byte) => curve[byte]!);
};

/** Cell width in which the engine's glyphs were measured. */
const MEASURED_CELL = 8;

/**
 * Ink coverage of a letter's pixels, 0 to 255. The calibration blends coverage in sRGB, as terminals do, in 8-pixel
 * cells. Narrower cells would lose light that way, so the light of larger cells is averaged.
 */
const letterAlpha = (
  coverageOf: Draw,
  glyph: number,
  width: number,
  height: number,
  tone: number,
): Uint8Array<ArrayBuffer> => {
  const times = Math.ceil(MEASURED_CELL / width);
  const coverage = coverageOf(glyph, width * times, height * times);
  const curve = curveFor(coverage, tone, lowestIn(width));
  for (let i = 0; i < coverage.length; i++) coverage[i] = curve[coverage[i]!]!;
  return times === 1 ? coverage : averaged(coverage, width, height, times);
};

/** Maximum bend of the curve from coverage to ink: 0.5 ± 0.125 in the middle. */
const FARTHEST = 0.5;

/** Maximum lowering of the curve where bending is not enough: to three quarters of the ink. */
const LOWEST = 0.25;

/**
 * Cell widths up to which letters are seen as tones, and from which they are seen as strokes and
 * keep their ink.
 */
const TONES_CELL = 32;
const STROKES_CELL = 64;

/** Maximum lowering for a cell width. */
const lowestIn = (cell: number): number =>
  LOWEST * Math.min(1, Math.max(0, (STROKES_CELL - cell) / (STROKES_CELL - TONES_CELL)));

const HALVINGS = 8;

/**
 * The curve by which a letter emits its measured light. Which pixels a stroke falls on depends on the cell size, and
 * can change a letter's light by a third.
 */
const curveFor = (coverage: Uint8Array, tone: number, lowest: number): Uint8Array => {
  const counts = new Uint32Array(256);
  for (let i = 0; i < coverage.length; i++) counts[coverage[i]!]!++;
  let [low, high] = [-FARTHEST - lowest, FARTHEST];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (lightOf(counts, curveOf(middle)) < tone * coverage.length) low = middle;
    else high = middle;
  }
  return curveOf((low + high) / 2);
};

/** A curve for more or less ink: straight at 0, bent up to `FARTHEST` either way, lowered beyond that. */
const curveOf = (amount: number): Uint8Array => {
  const bend = Math.max(-FARTHEST, amount);
  const scale = 1 + amount - bend;
  const curve = new Uint8Array(256);
  for (let byte = 0; byte < 256; byte++) curve[byte] = Math.round(scale * byte * (1 + bend * (1 - byte / 255)));
  return curve;
};

const lightOf = (counts: Uint32Array, curve: Uint8Array): number => {
  let light = 0;
  for (let byte = 0; byte < 256; byte++) light += counts[byte]! * LIGHT[curve[byte]!]!;
  return light;
};

/** Value of #e5e5e5, the calibration's ink. */
const INK = 0xe5 / 255;

/** Light of that ink for each share of it. */
const LIGHT = Float64Array.from({ length: 256 }, (_, byte) => toLight((INK * byte) / 255));

/** Averages the light of squares of `times` × `times` pixels, for `width` × `height` of them. */
const averaged = (alpha: Uint8Array, width: number, height: number, times: number): Uint8Array<ArrayBuffer> => {
  const light = new Float64Array(width * height);
  for (let i = 0; i < alpha.length; i++) {
    const [x, y] = [i % (width * times), Math.floor(i / (width * times))];
    light[Math.floor(y / times) * width + Math.floor(x / times)]! += toLight(alpha[i]! / 255) / (times * times);
  }
  return Uint8Array.from(light, (mean) => Math.round(255 * toEncoded(mean)));
};

/** Exact area coverage of each pixel in a cell, 0 to 255. Outlines are made for cells twice as high as wide. */
export const coverageOf = (
  { numbers, units, starts }: Outlines,
  glyph: number,
  width: number,
  height: number,
): Uint8Array<ArrayBuffer> => {
  const [across, down] = [width / units, height / (2 * units)];
  const steps = new Float64Array(width * height + 2);
  let at = starts[glyph]! + 2;
  for (let contours = numbers[at - 1]!; contours > 0; contours--) {
    const [first, count] = [at + 1, numbers[at]!];
    const x = (i: number): number => (numbers[first + 2 * (i % count)]! >> 1) * across;
    const y = (i: number): number => numbers[first + 2 * (i % count) + 1]! * down;
    for (let i = 0; i < count; ) {
      const bent = i + 1 < count && (numbers[first + 2 * (i + 1)]! & 1) === 0;
      if (bent) addCurve(steps, width, x(i), y(i), x(i + 1), y(i + 1), x(i + 2), y(i + 2));
      else addLine(steps, width, x(i), y(i), x(i + 1), y(i + 1));
      i += bent ? 2 : 1;
    }
    at = first + 2 * count;
  }
  return summed(steps, width * height);
};

/** Maximum deviation in pixels of the lines that approximate a curve. */
const TOLERANCE = 0.02;

const addCurve = (
  steps: Float64Array,
  width: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): void => {
  const [bendX, bendY] = [x0 - 2 * x1 + x2, y0 - 2 * y1 + y2];
  const pieces = Math.ceil(Math.sqrt(Math.sqrt(bendX * bendX + bendY * bendY) / (4 * TOLERANCE))) || 1;
  let [x, y] = [x0, y0];
  for (let piece = 1; piece <= pieces; piece++) {
    const t = piece / pieces;
    const [nextX, nextY] = [x0 + t * (2 * (x1 - x0) + t * bendX), y0 + t * (2 * (y1 - y0) + t * bendY)];
    addLine(steps, width, x, y, nextX, nextY);
    [x, y] = [nextX, nextY];
  }
};

/**
 * Adds a line's effect on the coverage of everything right of it, as differences between pixels:
 * downward lines add ink, upward ones remove it. Glyphs lie inside their cells, so nothing is
 * clipped. `@lumiglyph/decode` has another such function for font files, because the two round
 * differently: PNGs depend on how this one rounds, the ids of measured fonts on how that one does.
 */
const addLine = (steps: Float64Array, width: number, x0: number, y0: number, x1: number, y1: number): void => {
  if (y0 === y1) return;
  const [top, bottom] = y0 < y1 ? [y0, y1] : [y1, y0];
  const slope = (x1 - x0) / (y1 - y0);
  for (let row = Math.floor(top); row < bottom; row++) {
    const [from, to] = [Math.max(row, top), Math.min(row + 1, bottom)];
    const [a, b] = [x0 + (from - y0) * slope, x0 + (to - y0) * slope];
    const [left, right] = a < b ? [a, b] : [b, a];
    const height = y0 < y1 ? to - from : from - to;
    let [before, here] = [0, areaLeftOf(Math.floor(left), left, right)];
    for (let x = Math.floor(left); x <= right + 1; x++) {
      const after = areaLeftOf(x + 1, left, right);
      steps[row * width + x]! += height * (after - 2 * here + before);
      [before, here] = [here, after];
    }
  }
};

/** Area between x and a slanted line to its left, one unit high, from `left` to `right`. */
const areaLeftOf = (x: number, left: number, right: number): number => {
  if (x <= left) return 0;
  return x >= right ? x - (left + right) / 2 : ((x - left) * (x - left)) / (2 * (right - left));
};

/** Coverage from the differences between pixels; overlapping contours count once. */
const summed = (steps: Float64Array, length: number): Uint8Array<ArrayBuffer> => {
  const coverage = new Uint8Array(length);
  let sum = 0;
  for (let i = 0; i < length; i++) {
    sum += steps[i]!;
    coverage[i] = Math.round(255 * Math.min(1, Math.abs(sum)));
  }
  return coverage;
};

/**
 * The outlines of every glyph of the engine's `ATLAS`, in its order, as `scripts/bake-glyphs.ts` writes them: 16-bit numbers, low byte
 * first. The first is the width of a cell in units; a cell is twice as high. Then each glyph: its shade (0 for letters),
 * how many contours it has, and each contour: how many points it has, and the points, from the cell's top left corner, y
 * down. A point's first number is 2x, plus 1 where it lies on the curve; its second is y. A contour starts on the curve, and
 * between two points on the curve lies at most one that is not: the control point of a quadratic Bézier curve.
 */
type Outlines = {
  readonly numbers: Int16Array;
  /** Units per cell width. */
  readonly units: number;
  /** Start of each glyph in `numbers`. */
  readonly starts: readonly number[];
};

/** Indexes the glyphs of the baked file. The font's license follows the last of them. */
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
