import { readdirSync, readFileSync } from "node:fs";
import { lightOf } from "../support/srgb.ts";

/** The light of glyphs on black, and the light that they take from paper. */
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
  /** The share of the cell that each glyph covers. */
  readonly cover: ReadonlyMap<string, number>;
};

/** Reads the fonts of a folder as text, by their comments; the first is for any font. */
export const readCalibrations = (folder: URL): readonly Calibrations[] => {
  const others = readdirSync(folder).filter((name) => name !== "any.ts");
  return ["any.ts", ...others].map((name) => readFont(readFileSync(new URL(name, folder), "utf8"), name === "any.ts"));
};

const readFont = (file: string, isAny: boolean): Calibrations => {
  const dark = calibrationOf(file, false, isAny ? 0.975 : 0.94);
  const light = calibrationOf(file, true, isAny ? 1.15 : 1.3);
  // published: soft edges have too little light on black, and as much too much on paper
  const cover = new Map(
    [...dark.light.keys()].map((glyph) => {
      const shares = [dark, light].map(({ light: of, full }) => mean(of.get(glyph)!) / full);
      return [glyph, mean(shares)];
    }),
  );
  return { dark: { ...dark, cover }, light: { ...light, cover } };
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const calibrationOf = (file: string, isPaper: boolean, lift: number): Omit<Calibration, "cover"> => {
  const lines = file.slice(file.indexOf(isPaper ? "  paper:" : "  light:")).split(",\n")[0]!;
  const steps = [...lines.matchAll(/"([^"]*)"/g)].map(([, part]) => part).join("");
  const full = isPaper ? 1 : lightOf(FOREGROUND);
  const lightAt = (part: number): number => full * (STEPS.indexOf(steps[part]!) / (STEPS.length - 1)) ** 2;
  const letters = Array.from({ length: 95 }, (_, glyph): [string, number[]] => [
    String.fromCharCode(0x20 + glyph),
    Array.from({ length: 32 }, (_, part) => lightAt(glyph * 32 + part)),
  ]);
  const id = /id: "([^"]+)"/.exec(file)?.[1];
  if (id === undefined) throw new Error("The profile has no id.");
  return { isPaper, lift, full, id, columns: 4, rows: 8, light: new Map([...letters, ...drawn(full, isPaper)]) };
};

/** The foreground of a usual terminal. */
const FOREGROUND = 0xe5 / 255;

/** Glyphs that terminals draw themselves: shades evenly, dots as a quarter of each part that they touch, eighths and quarters of cells. */
const drawn = (full: number, isPaper: boolean): readonly [string, number[]][] => {
  const cell = (lightAt: (column: number, row: number) => number): number[] =>
    Array.from({ length: 32 }, (_, part) => lightAt(part % 4, Math.floor(part / 4)));
  const shades = Object.entries({ ...SHADES, "█": 1 }).map(([glyph, share]): [string, number[]] => [
    glyph,
    cell(() => (isPaper ? 1 - lightOf(1 - share) : lightOf(share * FOREGROUND))),
  ]);
  const dots = Array.from({ length: 256 }, (_, pattern): [string, number[]] => {
    const isLit = (column: number, row: number): boolean => ((pattern >> DOT_BITS[row >> 1]![column >> 1]!) & 1) === 1;
    return [String.fromCharCode(0x2800 + pattern), cell((column, row) => (isLit(column, row) ? full / 4 : 0))];
  });
  const quarters = Object.entries(QUARTERS).map(([glyph, ink]): [string, number[]] => [
    glyph,
    cell((column, row) => (ink[2 * (row >> 2) + (column >> 1)] === "1" ? full : 0)),
  ]);
  const eighths = Array.from({ length: 7 }, (_, i): [string, number[]][] => [
    [String.fromCharCode(0x2581 + i), cell((_, row) => (row >= 7 - i ? full : 0))],
    [String.fromCharCode(0x258f - i), cell((column) => full * Math.min(1, Math.max(0, (i + 1) / 2 - column)))],
  ]).flat();
  return [...shades, ...dots, ...eighths, ...quarters];
};

/** Share of ink in the shades. */
const SHADES: { readonly [glyph: string]: number } = { "░": 0.25, "▒": 0.5, "▓": 0.75 };

/** From # to ~ without the backslash. */
const STEPS = Array.from({ length: 92 }, (_, i) => String.fromCharCode(0x23 + i))
  .filter((one) => one !== "\\")
  .join("");

/** The bit of each dot of a pattern, by row and column. */
const DOT_BITS = [
  [0, 3],
  [1, 4],
  [2, 5],
  [6, 7],
] as const;

/** Upper left, upper right, lower left and lower right of the cell: ink or not. */
const QUARTERS: { readonly [glyph: string]: string } = {
  ...{ "▘": "1000", "▝": "0100", "▀": "1100", "▖": "0010", "▌": "1010", "▞": "0110", "▛": "1110" },
  ...{ "▗": "0001", "▚": "1001", "▐": "0101", "▜": "1101", "▄": "0011", "▙": "1011", "▟": "0111" },
};

/** Mean light of a glyph over its cell. */
export const inkOf = ({ light }: Calibration, glyph: string): number => {
  const parts = light.get(glyph);
  if (parts === undefined) throw new Error(`The calibration has no ${JSON.stringify(glyph)}.`);
  return parts.reduce((sum, part) => sum + part, 0) / parts.length;
};
