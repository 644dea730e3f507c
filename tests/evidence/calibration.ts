/** The light of glyphs: a grid over the cell for each, row by row, linear, 0 to 1. */
export type Calibration = {
  /** Light of a part that is all ink. */
  readonly full: number;
  /** Its name in `quality.font`. */
  readonly id: string;
  readonly columns: number;
  readonly rows: number;
  readonly light: ReadonlyMap<string, readonly number[]>;
};

/** Reads packages/engine/src/glyphs/generated/calibration.ts as text, by its comment. */
export const readCalibration = (file: string): Calibration => {
  const [columns, rows] = [Number(find(file, /columns: (\d+)/)), Number(find(file, /rows: (\d+)/))];
  const glyphs = [...(JSON.parse(find(file, /glyphs: (".*"),\n/)) as string)];
  const step = Number(find(file, /scale: ([\d.]+)/)) / Number(find(file, /levels: (\d+)/));
  const base64 = [...find(file, /light:\s+("[^;]*")/).matchAll(/"([^"]*)"/g)].map(([, part]) => part).join("");
  const bytes = Buffer.from(base64, "base64");
  const cell = columns * rows;
  const lightOf = (glyph: number) =>
    Array.from({ length: cell }, (_, part) => step * bytes.readUInt16BE(2 * (glyph * cell + part)));
  const light = new Map(glyphs.map((glyph, index) => [glyph, lightOf(index)]));
  const full = Number(find(file, /scale: ([\d.]+)/));
  for (const [glyph, quarters] of Object.entries(QUARTERS)) {
    const isInk = (part: number): boolean =>
      quarters[2 * Math.floor((2 * part) / cell) + Math.floor((2 * (part % columns)) / columns)] === "1";
    light.set(
      glyph,
      Array.from({ length: cell }, (_, part) => (isInk(part) ? full : 0)),
    );
  }
  return { full, id: find(file, /id: "([^"]+)"/), columns, rows, light };
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
