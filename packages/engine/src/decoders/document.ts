import {
  CHROMA_ENCODING,
  type Charset,
  completeParams,
  decodeBase64,
  type FontName,
  fieldsOf,
  type GridSize,
  isParamName,
  MAX_CELLS,
  mosaicOf,
  PARAM_ROWS,
  parse,
  type RenderParams,
  refuse,
  VERSION,
} from "@lumiglyph/contract";
import { atlasFor } from "../glyphs/atlas.ts";
import { fontWithId } from "../glyphs/fonts.ts";
import { SHAPES, type Shape } from "../glyphs/mosaics.ts";
import { byteOfLight, LIGHT_OF_BYTE, luminance, toLight } from "../math/srgb.ts";
import { lightShare, masksOf } from "../search/masks.ts";
import type { PageTones } from "../search/target.ts";
import { densestOf } from "../stages/codebook.ts";
import { type DecodedArt, type Hints, UnreadableArt } from "./decoded-art.ts";
import { glyphGrid, glyphsInColor, lengthOf } from "./glyph-grid.ts";
import { darknessGain } from "./tone.ts";

/** A parsed JSON object with unknown contents. */
type Unknown = { readonly [name: string]: unknown };

/** Reads a parsed `json` or `json-compact` document. Unknown fields are ignored. */
export const readDocument = (document: unknown, hints: Hints = {}): DecodedArt => {
  const art = objectAt(document, "The document");
  checkVersion(art["version"]);
  switch (art["format"]) {
    case "json":
      return readArtDocument(art);
    case "json-compact":
      return readCompactDocument(art, hints);
    default:
      throw new UnreadableArt("`format` must be json or json-compact.");
  }
};

const readArtDocument = (art: Unknown): DecodedArt => {
  const size = sizeOf(art);
  const charset = charsetOf(art);
  const lines = checkedLines(art["lines"], "`lines`", size);
  const chroma = readColors(art["colors"], size);
  const params = paramsOf(art["params"]);
  const grounds = art["grounds"] === undefined ? null : readColors(art["grounds"], size, "`grounds`");
  const glyphs = glyphGrid(lines, size, charset, chroma !== null && grounds !== null);
  const { background, characters, invert: inverted, dither: diffused } = params;
  const font = fontIn(art);
  const own = { size, charset, characters, glyphs, background, font, inverted, diffused, params };
  return { ...own, ...colorsOf(own, chroma, grounds, params.color) };
};

const readCompactDocument = (art: Unknown, hints: Hints): DecodedArt => {
  const { background = "dark", inverted = false, diffused = false } = hints;
  const size = sizeOf(art);
  const charset = charsetOf(art);
  const lines = checkedLines(rowsIn(art["text"]), "`text`", size);
  const chroma = readChroma(objectAt(art["chroma"], "`chroma`"), size);
  const grounds =
    art["grounds"] === undefined ? null : readChroma(objectAt(art["grounds"], "`grounds`"), size, "grounds");
  const glyphs = glyphGrid(lines, size, charset, grounds !== null);
  const font = fontIn(art);
  const own = { size, charset, characters: "", glyphs, background, font, inverted, diffused, params: null };
  return { ...own, ...colorsOf(own, chroma, grounds, isDrawnInColor(art["quality"])) };
};

/** The light of cells, as far as a page's colors determine it. */
const colorsOf = (
  own: Pick<DecodedArt, "glyphs" | "charset" | "characters" | "background" | "font">,
  chroma: Uint8Array | null,
  grounds: Uint8Array | null,
  isDrawn: boolean,
): Pick<DecodedArt, "chroma" | "inks" | "lights"> => {
  const { glyphs, charset, characters, background, font } = own;
  if (chroma === null || !(isDrawn || grounds !== null)) return { chroma, inks: null, lights: null };
  if (grounds === null && background === "dark") return { chroma, inks: inksOf(chroma), lights: null };
  const atlas = atlasFor(charset, background, font);
  const { lift } = atlas;
  const mosaic = mosaicOf(charset);
  const shapes = mosaic && glyphsInColor(mosaic).map((glyph) => SHAPES.get(glyph)!);
  // only letters have soft edges
  const masks = shapes === null ? masksOf(atlas, [...atlas.glyphs.keys()]) : null;
  const mean = Float64Array.from(chroma, (byte, i) => {
    const behind = grounds === null ? 255 : grounds[i]!;
    const glyph = glyphs[Math.floor(i / 3)]!;
    if (masks === null) return LIGHT_OF_BYTE[behind]! + meanOf(shapes![glyph]!, byte, behind);
    const share = lightShare(masks, glyph, (byte - behind) / 255);
    return LIGHT_OF_BYTE[behind]! + share * (LIGHT_OF_BYTE[byte]! - LIGHT_OF_BYTE[behind]!);
  });
  // characters on paper alone are paler than the picture
  if (grounds === null) darken(mean, { densest: densestOf(charset, background, font, characters), background, lift });
  const bytes = Uint8Array.from(mean, byteOfLight);
  return { chroma: bytes, inks: null, lights: inksOf(bytes) };
};

/** Light that a shape in an ink adds to its cell's background, both as sRGB bytes. */
const meanOf = ({ across, down, bits, share }: Shape, ink: number, ground: number): number => {
  const mixed = toLight((ground + share * (ink - ground)) / 255);
  let inked = 0;
  for (let rest = bits; rest > 0; rest >>= 1) inked += rest & 1;
  return (inked / (across * down)) * (mixed - LIGHT_OF_BYTE[ground]!);
};

/**
 * Converts linear colors of characters on paper to the picture's colors, three numbers per cell, in
 * place.
 */
const darken = (colors: Float64Array, page: PageTones): void => {
  for (let at = 0; at < colors.length; at += 3) {
    const gain = darknessGain(luminance(colors[at]!, colors[at + 1]!, colors[at + 2]!), page);
    for (let i = at; i < at + 3; i++) colors[i] = Math.max(0, 1 - gain * (1 - colors[i]!));
  }
};

/** Luminance of the ink of each cell. */
const inksOf = (chroma: Uint8Array): Float32Array => {
  const light = (at: number): number => LIGHT_OF_BYTE[chroma[at]!]!;
  return Float32Array.from({ length: chroma.length / 3 }, (_, cell) =>
    luminance(light(3 * cell), light(3 * cell + 1), light(3 * cell + 2)),
  );
};

/** The evidence identifies the atlas that the glyphs were matched to. */
const fontIn = ({ quality }: Unknown): FontName => fontWithId((quality as { readonly font?: unknown } | null)?.font);

/**
 * Every compact document has chroma; the evidence shows whether the glyphs were chosen for color.
 */
const isDrawnInColor = (quality: unknown): boolean => {
  const components = (quality as { readonly components?: unknown } | null | undefined)?.components;
  return Array.isArray(components) && components.some((component) => component?.name === "color");
};

const objectAt = (value: unknown, name: string): Unknown => {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Unknown;
  throw new UnreadableArt(`${name} must be an object.`);
};

/** Within 0.3 the interface only grows (answers 7.4), so every 0.3.x document can be read. */
const checkVersion = (version: unknown): void => {
  const series = VERSION.slice(0, VERSION.lastIndexOf(".") + 1);
  if (typeof version === "string" && version.startsWith(series)) return;
  throw new UnreadableArt(`\`version\` must be ${series}x.`);
};

const sizeOf = ({ columns, rows }: Unknown): GridSize => {
  const { min, max } = PARAM_ROWS.columns;
  if (!isInteger(columns) || columns < min || columns > max) {
    throw new UnreadableArt(`\`columns\` must be an integer from ${min} to ${max}.`);
  }
  const most = Math.floor(MAX_CELLS / columns);
  if (!isInteger(rows) || rows < 1 || rows > most) {
    throw new UnreadableArt(`\`rows\` must be an integer from 1 to ${most}, which is ${MAX_CELLS} cells.`);
  }
  return { columns, rows };
};

const isInteger = (value: unknown): value is number => Number.isInteger(value);

const charsetOf = ({ glyphs }: Unknown): Charset => {
  const { charset } = objectAt(glyphs, "`glyphs`");
  const known = PARAM_ROWS.charset.values.find((name) => name === charset);
  if (known === undefined)
    throw new UnreadableArt(`\`glyphs.charset\` must be one of ${PARAM_ROWS.charset.values.join(", ")}.`);
  return known;
};

/** Splits text in which each row ends in a line feed. */
const rowsIn = (text: unknown): readonly string[] => {
  if (typeof text === "string" && text.endsWith("\n")) return text.slice(0, -1).split("\n");
  throw new UnreadableArt("`text` must be a string of rows, each ending in a line feed.");
};

const checkedLines = (lines: unknown, name: string, { columns, rows }: GridSize): readonly string[] => {
  if (!Array.isArray(lines)) throw new UnreadableArt(`${name} must be an array of strings.`);
  if (lines.length !== rows) throw new UnreadableArt(`${name} has ${lines.length} rows; \`rows\` says ${rows}.`);
  lines.forEach((line, row) => {
    if (typeof line !== "string") throw new UnreadableArt(`${name}, row ${row + 1}, must be a string.`);
    if (lengthOf(line) !== columns) {
      throw new UnreadableArt(
        `${name}, row ${row + 1}, has ${lengthOf(line)} characters; \`columns\` says ${columns}.`,
      );
    }
  });
  return lines as readonly string[];
};

/** Parsed by the same gate as a request, which reports what is wrong. Unknown names are ignored. */
const paramsOf = (value: unknown): RenderParams => {
  const fields = fieldsOf(objectAt(value, "`params`"), "json").filter(({ name }) => isParamName(name));
  // a document states every parameter of the specification, including a charset that `characters`
  // replaces
  const hasOwn = fields.some(({ name, value: own }) => name === "characters" && own !== "");
  const parsed = parse(hasOwn ? fields.filter(({ name }) => name !== "charset") : fields);
  if ("options" in parsed) return completeParams(parsed.options);
  throw new UnreadableArt(`\`params\`: ${refuse(parsed.problems).message}`);
};

/** The bytes of a `chroma` object (answers 2.6): three per cell, exactly as encoded. */
const readChroma = (chroma: Unknown, { columns, rows }: GridSize, name = "chroma"): Uint8Array => {
  if (chroma["encoding"] !== CHROMA_ENCODING)
    throw new UnreadableArt(`\`${name}.encoding\` must be ${CHROMA_ENCODING}.`);
  const bytes = bytesOf(chroma["data"], name);
  const needed = columns * rows * 3;
  if (bytes.length === needed) return bytes;
  throw new UnreadableArt(`\`${name}.data\` holds ${bytes.length} bytes; ${columns} × ${rows} cells need ${needed}.`);
};

const bytesOf = (data: unknown, name: string): Uint8Array => {
  try {
    if (typeof data === "string") return decodeBase64(data);
  } catch {
    // reported below, like any other value
  }
  throw new UnreadableArt(`\`${name}.data\` must be standard base64 with padding.`);
};

/** The bytes of a `colors` array (answers 2.4), three per cell; null if the art has no color. */
const readColors = (colors: unknown, { columns, rows }: GridSize, name = "`colors`"): Uint8Array | null => {
  if (colors === null) return null;
  if (!Array.isArray(colors) || colors.length !== rows) {
    throw new UnreadableArt(`${name} must be null or an array of ${rows} rows.`);
  }
  const bytes = new Uint8Array(columns * rows * 3);
  colors.forEach((line: unknown, row) => {
    if (!Array.isArray(line) || line.length !== columns) {
      throw new UnreadableArt(`${name}, row ${row + 1}, must be an array of ${columns} colors.`);
    }
    line.forEach((color: unknown, column) => {
      bytes.set(bytesOfColor(color, row, column, name), (row * columns + column) * 3);
    });
  });
  return bytes;
};

const bytesOfColor = (color: unknown, row: number, column: number, name: string): readonly number[] => {
  if (typeof color !== "string" || !/^#[0-9a-f]{6}$/.test(color)) {
    throw new UnreadableArt(`${name}, row ${row + 1}, column ${column + 1}, must be a color as #rrggbb.`);
  }
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};
