import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ATLAS } from "@lumiglyph/engine";
import { openFont } from "../packages/decode/src/font.ts";
import { DOT_PLACES } from "../tests/support/dot-places.ts";

/** The file that the studio reads. */
export const BAKED_FILE = join(import.meta.dirname, "../packages/engine/src/paint/generated/glyphs.bin");

const fileOf = createRequire(import.meta.url).resolve;

/** The font that the studio paints: docs/decisions/0014-painting-and-exports.md says why. */
const FONT = fileOf("@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff");

/** The glyphs of the engine's atlas, in its order, and the font's license. */
export const bakedGlyphs = async (): Promise<Buffer> =>
  outlinesFile(await readFace(FONT), ATLAS.glyphs, readFileSync(fileOf("@fontsource/jetbrains-mono/LICENSE"), "utf8"));

/** A monospaced font whose cell is as wide as its advance and twice as high. */
type Face = {
  /** Width of the cell in font units. */
  readonly advance: number;
  /** A character's contours in font units, from the cell's top left corner, y down. */
  readonly contours: (character: string) => readonly Contour[];
};

/** A point of a contour: on the curve, or the control point of a quadratic Bézier curve. */
type Point = { readonly x: number; readonly y: number; readonly on: boolean };

/** A closed line around ink, or around a hole in it, from a point on the curve. */
type Contour = readonly Point[];

/** Lines are centered in the cell: CSS half-leading, as in the measurement of fonts. */
const readFace = async (path: string): Promise<Face> => {
  const { font } = await openFont(readFileSync(path));
  const glyphOf = (character: string): number => font.nominalGlyph(character.codePointAt(0)!)!;
  const advance = font.glyphHAdvance(glyphOf(" "));
  const { ascender, descender } = font.hExtents();
  const baseline = (2 * advance + ascender + descender) / 2;
  const contours = (character: string): readonly Contour[] => {
    const found: Point[][] = [];
    for (const { type, values } of font.glyphToJson(glyphOf(character))) {
      if (type === "M") found.push([]);
      for (let i = 0; i < values.length; i += 2) {
        found.at(-1)!.push({ x: values[i]!, y: baseline - values[i + 1]!, on: i === values.length - 2 });
      }
    }
    // the last line leads back to where the first began
    return found.map((contour) => contour.slice(0, -1));
  };
  return { advance, contours };
};

/** In halves of a font unit: between two control points lies their mean. */
const FINER = 2;

/** A face's glyphs as the studio reads them (packages/engine/src/paint/atlas.ts), followed by the face's license. */
const outlinesFile = (face: Face, characters: readonly string[], license: string): Buffer => {
  const units = FINER * face.advance;
  const numbers = [units, ...characters.flatMap((character) => glyphNumbers(face, character))];
  const outside = numbers.find((number) => !Number.isInteger(number) || Math.abs(number) > 0x7fff);
  if (outside !== undefined) throw new RangeError(`${outside} is not a 16-bit integer.`);
  const bytes = new DataView(new ArrayBuffer(2 * numbers.length));
  for (const [i, number] of numbers.entries()) bytes.setInt16(2 * i, number, true);
  // the studio reads 16-bit integers, so the length must be even
  const text = license.length % 2 === 0 ? license : `${license}\n`;
  return Buffer.concat([Buffer.from(bytes.buffer), Buffer.from(text, "ascii")]);
};

const glyphNumbers = (face: Face, character: string): number[] => {
  const { shade, contours } = shapeOf(character, face.advance) ?? { shade: 0, contours: face.contours(character) };
  return [shade, contours.length, ...contours.flatMap((contour) => contourNumbers(contour, face.advance, character))];
};

const contourNumbers = (points: Contour, width: number, character: string): number[] => {
  const strays = points.some(({ x, y }) => x < 0 || x > width || y < 0 || y > 2 * width);
  if (strays) throw new RangeError(`${character} leaves its cell.`);
  return [points.length, ...points.flatMap(({ x, y, on }) => [2 * FINER * x + Number(on), FINER * y])];
};

/** A glyph drawn by rule instead of a font: its contours and its opacity, 1 to 255. */
type Shape = { readonly shade: number; readonly contours: readonly Contour[] };

/** The shades and the dots as the engine has them (`drawnLight`), in a cell of `width` × 2 `width` units. */
const shapeOf = (character: string, width: number): Shape | null => {
  const share = SHADES[character];
  if (share !== undefined) return { shade: Math.round(255 * share), contours: [rectangle(0, 0, width, 2 * width)] };
  const dots = character.charCodeAt(0) - FIRST_BRAILLE;
  return dots > 0 && dots < 256 ? { shade: 255, contours: dotContours(dots, width / 8) } : null;
};

/** Flat over the whole cell, so that neighbors join without a seam. */
const SHADES: { readonly [character: string]: number } = { "░": 0.25, "▒": 0.5, "▓": 0.75, "█": 1 };

const FIRST_BRAILLE = 0x2800;

/** Squares of two eighths of the cell's width, each in the middle of its four. */
const dotContours = (dots: number, eighth: number): readonly Contour[] =>
  DOT_PLACES.filter((_, bit) => (dots >> bit) & 1).map(([column, row]) =>
    rectangle((4 * column + 1) * eighth, (4 * row + 1) * eighth, 2 * eighth, 2 * eighth),
  );

const rectangle = (x: number, y: number, width: number, height: number): Contour =>
  [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ].map(([x, y]) => ({ x: x!, y: y!, on: true }));
