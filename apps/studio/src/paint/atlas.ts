import { ATLAS, toEncoded } from "@lumiglyph/engine";
import { coverageOf } from "./coverage.ts";
import { letterAlpha } from "./letter-alpha.ts";
import { type Outlines, readOutlines } from "./outlines.ts";

/** Glyphs at one size. */
export type Sheet = {
  /** Width of a cell in pixels; it is twice as high. */
  readonly cell: number;
  /** How much of the ink each pixel of a glyph takes, 0 to 255, to be blended in sRGB values; drawn when first asked for. */
  readonly alphaOf: (glyph: number) => Uint8Array<ArrayBuffer>;
};

/** Width of the largest cell that glyphs are drawn for: beyond it they would only cost memory. */
export const LARGEST_CELL = 512;

/** Gives the sheet of a whole cell width in pixels. */
export type GlyphAtlas = (cell: number) => Sheet;

/** The atlas out of the baked file that comes with the studio. */
export const loadAtlas = async (): Promise<GlyphAtlas> => createAtlas(await (await fetch(BAKED_FILE)).arrayBuffer());

const BAKED_FILE = new URL("./generated/glyphs.bin", import.meta.url);

/** Sheets that are kept: the stage's, those of thumbnails, and one to zoom back to. */
const KEPT_SHEETS = 4;

/** An atlas out of a file of outlines. */
export const createAtlas = (file: ArrayBuffer): GlyphAtlas => {
  const outlines = readOutlines(file, ATLAS.glyphs.length);
  const sheets = new Map<number, Sheet>();
  return (cell) => {
    const sheet = sheets.get(cell) ?? createSheet(outlines, cell);
    // last in the map is last used
    sheets.delete(cell);
    sheets.set(cell, sheet);
    if (sheets.size > KEPT_SHEETS) sheets.delete(sheets.keys().next().value!);
    return sheet;
  };
};

const createSheet = (outlines: Outlines, cell: number): Sheet => {
  const drawn: Uint8Array<ArrayBuffer>[] = [];
  const alphaOf = (glyph: number): Uint8Array<ArrayBuffer> => {
    drawn[glyph] ??= enlarged(drawGlyph(outlines, glyph, Math.min(cell, LARGEST_CELL)), cell);
    return drawn[glyph];
  };
  return { cell, alphaOf };
};

const drawGlyph = (outlines: Outlines, glyph: number, cell: number): Uint8Array<ArrayBuffer> => {
  const shade = outlines.numbers[outlines.starts[glyph]!]!;
  return shade === 0 ? letterAlpha(outlines, glyph, cell) : shapeAlpha(outlines, glyph, cell, shade);
};

/** Where they were measured, shades and dots fill whole pixels; where they fill parts of some, the parts' light is kept. */
const shapeAlpha = (outlines: Outlines, glyph: number, cell: number, shade: number): Uint8Array<ArrayBuffer> => {
  const curve = Uint8Array.from({ length: 256 }, (_, byte) => Math.round(shade * toEncoded(byte / 255)));
  return coverageOf(outlines, glyph, cell).map((byte) => curve[byte]!);
};

/** Glyphs of the largest size in a still larger one, their pixels as squares. */
const enlarged = (alpha: Uint8Array<ArrayBuffer>, cell: number): Uint8Array<ArrayBuffer> => {
  if (cell <= LARGEST_CELL) return alpha;
  const from = (place: number): number => Math.floor((place * LARGEST_CELL) / cell);
  return new Uint8Array(2 * cell * cell).map(
    (_, i) => alpha[from(Math.floor(i / cell)) * LARGEST_CELL + from(i % cell)]!,
  );
};
