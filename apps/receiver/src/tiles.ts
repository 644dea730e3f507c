import { drawShape, SHAPES } from "@lumiglyph/engine";
import type { Tile } from "./painter.ts";

/** Advance width of the font, relative to its size. */
const ADVANCE = 0.6;

const FAMILY = `"JetBrains Mono", ui-monospace, monospace`;

/** Loads the font, because letters drawn earlier would use a fallback. Failure is ignored. */
export const loadTileFont = (): Promise<unknown> => document.fonts.load(`500 16px ${FAMILY}`).catch(() => {});

/** Tiles of glyphs for a cell width, each drawn on first use. */
export const tilesOf = (cell: number): ((character: string) => Tile) => {
  const tiles = new Map<string, Tile>();
  return (character) => {
    const tile = tiles.get(character) ?? drawTile(character, cell);
    tiles.set(character, tile);
    return tile;
  };
};

const drawTile = (character: string, cell: number): Tile => {
  // few fonts have all of these, and fewer join them without seams
  const shape = SHAPES.get(character);
  if (shape !== undefined) return drawShape(shape, cell, 2 * cell);
  const context = new OffscreenCanvas(cell, 2 * cell).getContext("2d", { willReadFrequently: true })!;
  const dots = character.codePointAt(0)! - FIRST_BRAILLE;
  if (dots > 0 && dots < 256) drawDots(context, dots, cell);
  else drawLetter(context, character, cell);
  return Uint8Array.from({ length: 2 * cell * cell }, alphaAt(context.getImageData(0, 0, cell, 2 * cell).data));
};

const alphaAt =
  (rgba: Uint8ClampedArray) =>
  (_: unknown, at: number): number =>
    rgba[4 * at + 3]!;

const FIRST_BRAILLE = 0x2800;

/** Column and row of each braille dot, by bit. */
const DOTS = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 0],
  [1, 1],
  [1, 2],
  [0, 3],
  [1, 3],
] as const;

/** Dots are squares of a quarter of the cell's width, as in the studio; few fonts have all of them. */
const drawDots = (context: OffscreenCanvasRenderingContext2D, dots: number, cell: number): void => {
  const [step, size] = [cell / 2, cell / 4];
  for (const [bit, [column, row]] of DOTS.entries()) {
    if ((dots >> bit) & 1) context.fillRect(column * step + size / 2, row * step + size / 2, size, size);
  }
};

/** Draws a letter centered in its cell, whatever font provides it. */
const drawLetter = (context: OffscreenCanvasRenderingContext2D, character: string, cell: number): void => {
  context.font = `500 ${cell / ADVANCE}px ${FAMILY}`;
  context.textAlign = "center";
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText(character);
  context.fillText(character, cell / 2, cell + (ascent - descent) / 2);
};
