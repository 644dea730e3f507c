import { readdirSync, readFileSync } from "node:fs";

/** The light of glyphs on black, and what they take from paper. */
export type Calibrations = { readonly dark: Calibration; readonly light: Calibration };

/** The light of glyphs: a grid over the cell for each, row by row, linear, 0 to 1. On paper, the light that they take. */
export type Calibration = {
  readonly isPaper: boolean;
  /** Published: art shows mid-tones brighter than the picture, or on paper darker, by this power of the tone. */
  readonly lift: number;
  /** Light of a part that is all ink. */
  readonly full: number;
  /** Its name in `quality.font`. */
  readonly id: string;
  readonly columns: number;
  readonly rows: number;
  readonly light: ReadonlyMap<string, readonly number[]>;
};

/** Reads packages/engine/src/glyphs/generated/calibration.ts as text, by its comment. */
const readCalibration = (file: string): Calibrations => {
  const full = Number(find(file, /scale: ([\d.]+)/));
  const step = full / Number(find(file, /levels: (\d+)/));
  const [words, bytes] = [bytesOf(file, "light"), bytesOf(file, "paper")];
  return {
    dark: calibrationOf(file, full, false, (at) => step * words.readUInt16BE(2 * at)),
    light: calibrationOf(file, 1, true, (at) => bytes[at]! / 255),
  };
};

/**
 * Reads the calibrations of a folder: calibration.ts, and the light of single fonts in fonts/, by their comments. Glyphs that
 * are not in a font, such as blocks, are the same in all.
 */
export const readCalibrations = (folder: URL): readonly Calibrations[] => {
  const any = readCalibration(readFileSync(new URL("calibration.ts", folder), "utf8"));
  const files = readdirSync(new URL("fonts/", folder)).map((name) => new URL(`fonts/${name}`, folder));
  return [any, ...files.map((file) => readFont(readFileSync(file, "utf8"), any))];
};

const readFont = (file: string, { dark, light }: Calibrations): Calibrations => ({
  dark: fontOf(file, dark, "light", 0.94),
  light: fontOf(file, light, "paper", 1.3),
});

const fontOf = (file: string, any: Calibration, name: "light" | "paper", lift: number): Calibration => {
  const lines = file.slice(file.indexOf(`  ${name}:`)).split(",\n")[0]!;
  const steps = [...lines.matchAll(/"([^"]*)"/g)].map(([, part]) => part).join("");
  const cell = any.columns * any.rows;
  const lightAt = (part: number): number => any.full * (STEPS.indexOf(steps[part]!) / (STEPS.length - 1)) ** 2;
  const letters = Array.from({ length: 95 }, (_, glyph) => [
    String.fromCharCode(0x20 + glyph),
    Array.from({ length: cell }, (_, part) => lightAt(glyph * cell + part)),
  ]) as [string, number[]][];
  return { ...any, lift, id: find(file, /id: "([^"]+)"/), light: new Map([...any.light, ...letters]) };
};

/** From # to ~ without the backslash. */
const STEPS = Array.from({ length: 92 }, (_, i) => String.fromCharCode(0x23 + i))
  .filter((one) => one !== "\\")
  .join("");

const bytesOf = (file: string, name: string): Buffer => {
  const lines = find(file, new RegExp(`${name}:\\s+("[^,;]*")`));
  return Buffer.from([...lines.matchAll(/"([^"]*)"/g)].map(([, part]) => part).join(""), "base64");
};

const calibrationOf = (
  file: string,
  full: number,
  isPaper: boolean,
  lightAt: (place: number) => number,
): Calibration => {
  const [columns, rows] = [Number(find(file, /columns: (\d+)/)), Number(find(file, /rows: (\d+)/))];
  const glyphs = [...(JSON.parse(find(file, /glyphs: (".*"),\n/)) as string)];
  const cell = columns * rows;
  const lightOf = (glyph: number) => Array.from({ length: cell }, (_, part) => lightAt(glyph * cell + part));
  const light = new Map(glyphs.map((glyph, index) => [glyph, lightOf(index)]));
  for (const [glyph, quarters] of Object.entries(QUARTERS)) {
    const isInk = (part: number): boolean =>
      quarters[2 * Math.floor((2 * part) / cell) + Math.floor((2 * (part % columns)) / columns)] === "1";
    light.set(
      glyph,
      Array.from({ length: cell }, (_, part) => (isInk(part) ? full : 0)),
    );
  }
  return { isPaper, lift: isPaper ? 1.15 : 0.878, full, id: find(file, /id: "([^"]+)"/), columns, rows, light };
};

/** Upper left, upper right, lower left and lower right of the cell: ink or not. */
const QUARTERS: { readonly [glyph: string]: string } = {
  ...{ "▘": "1000", "▝": "0100", "▀": "1100", "▖": "0010", "▌": "1010", "▞": "0110", "▛": "1110" },
  ...{ "▗": "0001", "▚": "1001", "▐": "0101", "▜": "1101", "▄": "0011", "▙": "1011", "▟": "0111" },
};

const find = (file: string, pattern: RegExp): string => {
  const found = pattern.exec(file)?.[1];
  if (found === undefined) throw new Error(`The calibration file has no ${pattern}.`);
  return found;
};

/** Mean light of a glyph over its cell. */
export const inkOf = ({ light }: Calibration, glyph: string): number => {
  const parts = light.get(glyph);
  if (parts === undefined) throw new Error(`The calibration has no ${JSON.stringify(glyph)}.`);
  return parts.reduce((sum, part) => sum + part, 0) / parts.length;
};
