import { existsSync } from "node:fs";
import { createCanvas, GlobalFonts, type SKRSContext2D } from "@napi-rs/canvas";
import { lightOf } from "../../tests/support/srgb.ts";
import { CELL, type Pen, stampOf } from "./view.ts";

/** Value of #e5e5e5, the text color on black. */
const FOREGROUND = 0xe5 / 255;

/** Samples of a pixel along each axis. */
const SUPERSAMPLING = 8;

/** Creates a pen for a font file or an installed font. */
export const penOf = (font: string): Pen => {
  const coverage = coverageBy(font);
  // terminals blend coverage in sRGB values; the screen emits their light
  return keptBy((character) => stampOf(coverage(character).map((share) => lightOf(share * FOREGROUND))));
};

/** How much of each pixel of a cell the characters of a font cover, 0 to 1. */
export const coverageBy = (font: string): ((character: string) => Float32Array) => {
  const { context, baseline } = sheetFor(familyOf(font));
  return keptBy((character) => coverageOf(context, character, baseline));
};

/** Makes something once for each character. */
const keptBy = <Made>(make: (character: string) => Made): ((character: string) => Made) => {
  const known = new Map<string, Made>();
  return (character) => {
    const made = known.get(character) ?? make(character);
    known.set(character, made);
    return made;
  };
};

const familyOf = (font: string): string => {
  if (existsSync(font)) {
    const alias = `Judged ${font}`;
    if (GlobalFonts.registerFromPath(font, alias) === null) throw new RangeError(`${font} is not a font.`);
    return alias;
  }
  // the canvas would silently use another font
  if (!GlobalFonts.has(font)) throw new RangeError(`There is no font and no file named ${font}.`);
  return font;
};

/** A canvas of one cell, with the font's advance equal to the cell's width and its lines centered. */
const sheetFor = (family: string): { readonly context: SKRSContext2D; readonly baseline: number } => {
  const context = createCanvas(CELL.width * SUPERSAMPLING, CELL.height * SUPERSAMPLING).getContext("2d");
  context.font = `1000px "${family}"`;
  const em = context.measureText("M");
  const scale = (CELL.width * SUPERSAMPLING) / em.width;
  const ascent = em.fontBoundingBoxAscent * scale;
  const descent = em.fontBoundingBoxDescent * scale;
  context.font = `${1000 * scale}px "${family}"`;
  return { context, baseline: (CELL.height * SUPERSAMPLING - ascent - descent) / 2 + ascent };
};

const coverageOf = (context: SKRSContext2D, character: string, baseline: number): Float32Array => {
  const { width, height } = context.canvas;
  context.fillStyle = "#000";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#fff";
  context.fillText(character, 0, baseline);
  const { data } = context.getImageData(0, 0, width, height);
  const coverage = new Float64Array(CELL.width * CELL.height);
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / SUPERSAMPLING) * CELL.width;
    for (let x = 0; x < width; x++, i += 4) coverage[row + Math.floor(x / SUPERSAMPLING)]! += data[i]!;
  }
  return Float32Array.from(coverage, (sum) => sum / (255 * SUPERSAMPLING ** 2));
};
