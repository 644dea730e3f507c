import type { Contour, Point } from "./contours.ts";
import type { Face } from "./face.ts";
import { shapeOf } from "./shapes.ts";

/** Between two control points lies their mean: halves of a font's unit. */
const FINER = 2;

/** A face's glyphs as the studio reads them (apps/studio/src/worker/paint/atlas.ts), followed by the face's license. */
export const outlinesFile = (face: Face, characters: readonly string[], license: string): Buffer => {
  const units = FINER * face.advance;
  const numbers = [units, ...characters.flatMap((character) => glyphNumbers(face, character))];
  const outside = numbers.find((number) => !Number.isInteger(number) || Math.abs(number) > 0x7fff);
  if (outside !== undefined) throw new RangeError(`${outside} is no 16-bit number.`);
  const bytes = new DataView(new ArrayBuffer(2 * numbers.length));
  for (const [i, number] of numbers.entries()) bytes.setInt16(2 * i, number, true);
  // the studio reads whole numbers of two bytes
  const text = license.length % 2 === 0 ? license : `${license}\n`;
  return Buffer.concat([Buffer.from(bytes.buffer), Buffer.from(text, "ascii")]);
};

const glyphNumbers = (face: Face, character: string): number[] => {
  const { shade, contours } = shapeOf(character, face.advance) ?? { shade: 0, contours: face.contours(character) };
  return [shade, contours.length, ...contours.flatMap((contour) => contourNumbers(contour, face.advance, character))];
};

const contourNumbers = (contour: Contour, width: number, character: string): number[] => {
  const points = spelledOut(contour);
  const strays = points.some(({ x, y }) => x < 0 || x > width || y < 0 || y > 2 * width);
  if (strays) throw new RangeError(`${character} leaves its cell.`);
  return [points.length, ...points.flatMap(({ x, y, on }) => [2 * FINER * x + Number(on), FINER * y])];
};

/** With the points that are implied between two control points, from a point on the curve on. */
const spelledOut = (contour: Contour): readonly Point[] => {
  const all = contour.flatMap((point, i) => {
    const next = contour[(i + 1) % contour.length]!;
    return point.on || next.on ? [point] : [point, middle(point, next)];
  });
  const start = all.findIndex(({ on }) => on);
  return [...all.slice(start), ...all.slice(0, start)];
};

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, on: true });
