import { inflateSync } from "node:zlib";
import { type DrawnGlyph, type FontProfile, makeProfile, SAMPLES } from "@lumiglyph/engine";
import type { Face, Font } from "harfbuzzjs";

/** A font file that cannot be measured. The message says what to do. */
export class UnreadableFont extends Error {}

/** Font size and line height in a terminal or on a page. */
export type Setting = {
  /** Size in pixels per em. By default, the size at which a character is 8 pixels wide. */
  readonly size?: number | undefined;
  /** Line height relative to the size. By default, a cell is twice as high as wide. */
  readonly lineHeight?: number | undefined;
};

/**
 * Measures the light of a font's printable ASCII characters: a TTF, OTF or WOFF file with one
 * upright, monospaced font. HarfBuzz reads the file inside WebAssembly, so that a hostile file can
 * reach nothing else.
 */
export const measureFont = async (file: Uint8Array, setting: Setting = {}): Promise<FontProfile> => {
  const { face, font } = await openFont(file);
  const glyphs = Array.from({ length: 95 }, (_, i) => font.nominalGlyph(0x20 + i) ?? 0);
  checkGlyphs(glyphs, (glyph) => font.glyphHAdvance(glyph));
  const { ascender, descender } = font.hExtents();
  const cell = cellOf({ upem: face.upem, advance: font.glyphHAdvance(glyphs[1]!), ascender, descender }, setting);
  const drawn = glyphs.map((glyph) => draw(font.glyphToJson(glyph), cell));
  if (drawn.filter(({ coverage }) => Array.from(coverage).some((share) => share > 0)).length < 94) {
    throw new UnreadableFont("Some of the font's characters have no outline.");
  }
  const names = [16, 1].map((id) => face.getName(id, "en")).filter((name) => name !== "");
  return makeProfile([...new Set(names)], drawn);
};

/** Opens a file with one outline font. */
export const openFont = async (file: Uint8Array): Promise<{ readonly face: Face; readonly font: Font }> => {
  const harfbuzz = await import("harfbuzzjs");
  const bytes = unwrapped(file);
  checkKind(tagsIn(bytes));
  const face = new harfbuzz.Face(new harfbuzz.Blob(bytes));
  return { face, font: new harfbuzz.Font(face) };
};

/** Larger than any known monospaced font with all its scripts. */
const MOST_BYTES = 20_000_000;

const WOFF = 0x774f4646;
const WOFF2 = 0x774f4632;
const COLLECTION = 0x74746366;
const SFNT: readonly number[] = [0x00010000, 0x4f54544f, 0x74727565];

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The file's tables as TTF and OTF have them. */
const unwrapped = (file: Uint8Array): Uint8Array => {
  if (file.length > MOST_BYTES) throw new UnreadableFont("The font file is larger than 20 MB.");
  const kind = file.length < 44 ? 0 : viewOf(file).getUint32(0);
  if (kind === WOFF2) throw new UnreadableFont("This is a WOFF2 file. Give the font's TTF, OTF or WOFF file.");
  if (kind === COLLECTION) throw new UnreadableFont("This file holds several fonts. Give a TTF or OTF file with one.");
  if (kind === WOFF) return fromWoff(file);
  if (SFNT.includes(kind)) return file;
  throw new UnreadableFont("This is not a font file. Give a TTF, OTF or WOFF file.");
};

/** Bytes of a table's row in the directory of an SFNT file. */
const ROW = 16;

/** Unpacks WOFF 1.0: the same tables, each compressed. */
const fromWoff = (file: Uint8Array): Uint8Array => {
  const view = viewOf(file);
  const count = view.getUint16(12);
  if (44 + 20 * count > file.length) throw new UnreadableFont("The font file is cut short.");
  const rows = Array.from({ length: count }, (_, i) => 44 + 20 * i);
  // declared lengths first: tables may share their compressed bytes, so a small file could unpack to gigabytes
  const total = rows.reduce((sum, row) => sum + padded(view.getUint32(row + 12)), 12 + ROW * count);
  if (total > MOST_BYTES) throw new UnreadableFont("The font is larger than 20 MB when it is unpacked.");
  const tables = rows.map((row) => unpackedTable(file, view, row));
  const out = new Uint8Array(total);
  const to = viewOf(out);
  to.setUint32(0, view.getUint32(4));
  to.setUint16(4, count);
  let at = 12 + ROW * count;
  for (const [i, { tag, bytes }] of tables.entries()) {
    to.setUint32(12 + ROW * i, tag);
    to.setUint32(12 + ROW * i + 8, at);
    to.setUint32(12 + ROW * i + 12, bytes.length);
    out.set(bytes, at);
    at += padded(bytes.length);
  }
  return out;
};

const padded = (length: number): number => 4 * Math.ceil(length / 4);

const unpackedTable = (file: Uint8Array, view: DataView, row: number): { tag: number; bytes: Uint8Array } => {
  const [tag, start, packed, length] = [0, 4, 8, 12].map((at) => view.getUint32(row + at)) as [
    number,
    number,
    number,
    number,
  ];
  const stored = file.subarray(start, start + packed);
  if (stored.length < packed) throw new UnreadableFont("The font file is cut short.");
  if (packed >= length) return { tag, bytes: stored.subarray(0, length) };
  try {
    return { tag, bytes: inflateSync(stored, { maxOutputLength: length }) };
  } catch {
    throw new UnreadableFont("The font file is damaged: a table cannot be unpacked.");
  }
};

/** The tags of the file's tables. */
const tagsIn = (bytes: Uint8Array): ReadonlySet<string> => {
  const view = viewOf(bytes);
  const count = Math.min(view.getUint16(4), Math.floor((bytes.length - 12) / ROW));
  return new Set(
    Array.from({ length: count }, (_, i) => String.fromCharCode(...bytes.subarray(12 + ROW * i, 12 + ROW * i + 4))),
  );
};

const checkKind = (tags: ReadonlySet<string>): void => {
  const has = (...some: readonly string[]): boolean => some.some((tag) => tags.has(tag));
  if (has("fvar")) {
    throw new UnreadableFont("This is a variable font. Give the file of one weight, such as Regular.");
  }
  if (has("COLR", "CBDT", "sbix", "SVG ")) {
    throw new UnreadableFont("This is a color font; pages are drawn in one ink. Give an ordinary font.");
  }
  if (!has("glyf", "CFF ")) {
    throw new UnreadableFont("The font has no outlines, only pixels of some sizes. Give a TTF, OTF or WOFF file.");
  }
};

const checkGlyphs = (glyphs: readonly number[], advanceOf: (glyph: number) => number): void => {
  const missing = glyphs.flatMap((glyph, i) => (glyph === 0 ? [String.fromCharCode(0x20 + i)] : []));
  if (missing.length > 0) {
    throw new UnreadableFont(`The font lacks ${missing.length} of the 95 printable ASCII characters, or is damaged.`);
  }
  const advance = advanceOf(glyphs[0]!);
  if (advance <= 0 || glyphs.some((glyph) => Math.abs(advanceOf(glyph) - advance) > advance / 100)) {
    throw new UnreadableFont("The font is not monospaced: its characters differ in width.");
  }
};

/** Measures of a font in its own units. */
type Metrics = {
  readonly upem: number;
  readonly advance: number;
  readonly ascender: number;
  readonly descender: number;
};

/** A cell in samples, and where in it a glyph is drawn. */
type Cell = {
  readonly width: number;
  readonly height: number;
  /** Samples per unit of the font. */
  readonly scale: number;
  readonly baseline: number;
};

/** Pixels of a usual terminal's cell. */
const USUAL_WIDTH = 8;

/** Terminals round a cell to whole pixels and center lines in it (half-leading, as in CSS). */
const cellOf = ({ upem, advance, ascender, descender }: Metrics, { size, lineHeight }: Setting): Cell => {
  const scale = size === undefined ? USUAL_WIDTH / advance : size / upem;
  const width = Math.max(1, Math.round(advance * scale));
  const height = lineHeight === undefined ? 2 * width : Math.max(1, Math.round(lineHeight * scale * upem));
  const baseline = (height + scale * (ascender + descender)) / 2;
  return { width: SAMPLES * width, height: SAMPLES * height, scale: SAMPLES * scale, baseline: SAMPLES * baseline };
};

/** A command of an outline, as SVG's paths have them. */
type Command = { readonly type: string; readonly values: readonly number[] };

/** Number of line segments that approximate a curve. */
const PIECES = 16;

/** Draws an outline: the share of each pixel that lies inside, by the area to the right of each of its lines. */
const draw = (outline: readonly Command[], cell: Cell): DrawnGlyph => {
  const { width, height, scale, baseline } = cell;
  const areas = new Float64Array((width + 2) * height);
  let [x, y, firstX, firstY] = [0, 0, 0, 0];
  const lineTo = (nextX: number, nextY: number): void => {
    addLine(areas, cell, scale * x, baseline - scale * y, scale * nextX, baseline - scale * nextY);
    [x, y] = [nextX, nextY];
  };
  for (const { type, values } of outline.slice(0, MOST_COMMANDS)) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values;
    if (type === "M") [x, y, firstX, firstY] = [a, b, a, b];
    else if (type === "L") lineTo(a, b);
    else if (type === "Z") lineTo(firstX, firstY);
    else {
      // a quadratic curve is a cubic one whose two controls lie two thirds of the way to the
      // quadratic's
      const [startX, startY] = [x, y];
      const cubic = type === "C";
      const [endX, endY] = cubic ? [e, f] : [c, d];
      const [oneX, oneY] = cubic ? [a, b] : [(startX + 2 * a) / 3, (startY + 2 * b) / 3];
      const [twoX, twoY] = cubic ? [c, d] : [(endX + 2 * a) / 3, (endY + 2 * b) / 3];
      for (let piece = 1; piece <= PIECES; piece++) {
        const t = piece / PIECES;
        lineTo(bezier(startX, oneX, twoX, endX, t), bezier(startY, oneY, twoY, endY, t));
      }
    }
  }
  const coverage = new Float64Array(width * height);
  for (let row = 0; row < height; row++) {
    let sum = 0;
    for (let column = 0; column < width; column++) {
      sum += areas[row * (width + 2) + column]!;
      coverage[row * width + column] = Math.min(1, Math.abs(sum));
    }
  }
  return { width, height, coverage };
};

/** More than any letter has. */
const MOST_COMMANDS = 5000;

const bezier = (a: number, b: number, c: number, d: number, t: number): number => {
  const s = 1 - t;
  return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
};

/**
 * Adds a line's effect on each pixel: the change of its share inside the outline from the pixel to
 * its left. A line left of the cell counts at its left side; one to the right changes no pixel.
 */
const addLine = (
  areas: Float64Array,
  { width, height }: Cell,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): void => {
  if (!(Math.abs(y1 - y0) > 1e-9)) return;
  const [sign, topX, top, bottomX, bottom] = y0 < y1 ? [1, x0, y0, x1, y1] : [-1, x1, y1, x0, y0];
  const slope = (bottomX - topX) / (bottom - top);
  for (let row = Math.max(0, Math.floor(top)); row < Math.min(height, bottom); row++) {
    const [from, to] = [Math.max(row, top), Math.min(row + 1, bottom)];
    const [a, b] = [topX + slope * (from - top), topX + slope * (to - top)];
    const [left, right] = [Math.min(a, b), Math.max(a, b)].map((x) => Math.min(width, Math.max(0, x))) as [
      number,
      number,
    ];
    let before = 0;
    for (let column = Math.floor(left); column <= Math.min(width, Math.floor(right)); column++) {
      // mean, over the line's stretch, of this pixel's share to the right of the line
      const inside = shareRightOf(left, right, column);
      areas[row * (width + 2) + column]! += sign * (to - from) * (inside - before);
      before = inside;
    }
    areas[row * (width + 2) + Math.min(width, Math.floor(right)) + 1]! += sign * (to - from) * (1 - before);
  }
};

/** Mean of the share of a pixel that is to the right of a point moving evenly from `left` to `right`. */
const shareRightOf = (left: number, right: number, column: number): number => {
  const primitive = (x: number): number => {
    // integral of the pixel's remaining part: all of it before the pixel, none behind it
    const t = Math.min(1, Math.max(0, x - column));
    return Math.min(x, column) + t - (t * t) / 2;
  };
  if (right - left < 1e-9) return 1 - Math.min(1, Math.max(0, left - column));
  return (primitive(right) - primitive(left)) / (right - left);
};
