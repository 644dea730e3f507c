import { SHAPES } from "@lumiglyph/engine";
import sharp from "sharp";
import { type Color, lightOf, luminanceOf, oklab } from "../../tests/support/srgb.ts";
import { type Plane, resizeByArea } from "./plane.ts";
import { compareViews } from "./scores.ts";
import { CELL, type View, viewOf } from "./view.ts";

/** How far a page in color is from its picture. */
export type ColorScores = {
  /** Mean OKLab difference from reading distance and from near; 0 is the picture itself. */
  readonly dE_full: number;
  readonly dE_half: number;
  /** The first after one gain for the page: characters on black cannot be as bright as the picture. */
  readonly dEg_full: number;
  /** SSIM of the luminance from near. */
  readonly ssim_half: number;
};

export const COLOR_NAMES = ["dE_full", "dE_half", "dEg_full", "ssim_half"] as const satisfies (keyof ColorScores)[];

/**
 * Judges ANSI art of so many columns and rows as a terminal shows it. It knows only the shapes of
 * blocks from the engine.
 */
export type ColorJudge = (ansi: string, columns: number, rows: number) => ColorScores;

/** Creates a judge. `coverage` returns how much of each pixel of a cell a letter covers. */
export const colorJudgeFor = async (
  bytes: Uint8Array,
  coverage: (character: string) => Float32Array,
): Promise<ColorJudge> => {
  const { data, info } = await sharp(bytes, { page: 0 })
    .autoOrient()
    .toColourspace("srgb")
    .flatten({ background: "#000" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const channels = [0, 1, 2].map((channel): Plane => {
    const light = Float32Array.from({ length: width * height }, (_, i) => LIGHT[data[3 * i + channel]!]!);
    return { width, height, data: light };
  });
  return (ansi, columns, rows) => {
    const wanted = channels.map((plane) => resizeByArea(plane, columns * CELL.width, rows * CELL.height));
    return compareColors(painted(readCells(ansi), columns, rows, coverage), wanted);
  };
};

const LIGHT = Float64Array.from({ length: 256 }, (_, value) => lightOf(value / 255));

/** A cell of a terminal, colors as sRGB bytes. */
type Cell = { readonly character: string; readonly ink: Rgb; readonly ground: Rgb };
type Rgb = readonly [number, number, number];

/**
 * Parses what a terminal would show: rows of cells. Supports SGR with all kinds of colors, and
 * skips other sequences.
 */
export const readCells = (ansi: string): readonly (readonly Cell[])[] => {
  let [ink, ground, isSwapped] = [FOREGROUND, BACKGROUND, false];
  const turn = (codes: readonly number[]): void => {
    for (let i = 0; i < codes.length; i++) {
      const code = codes[i]!;
      if (code === 0) [ink, ground, isSwapped] = [FOREGROUND, BACKGROUND, false];
      else if (code === 7 || code === 27) isSwapped = code === 7;
      else if (code === 39) ink = FOREGROUND;
      else if (code === 49) ground = BACKGROUND;
      else if (code === 38 || code === 48) {
        const isFull = codes[i + 1] === 2;
        const color = isFull ? ([codes[i + 2]!, codes[i + 3]!, codes[i + 4]!] as const) : indexed(codes[i + 2]!);
        i += isFull ? 4 : 2;
        if (code === 38) ink = color;
        else ground = color;
      } else if (code % 10 < 8 && [3, 9].includes(Math.floor(code / 10)))
        ink = indexed((code % 10) + (code > 89 ? 8 : 0));
      else if (code % 10 < 8 && [4, 10].includes(Math.floor(code / 10)))
        ground = indexed((code % 10) + (code > 99 ? 8 : 0));
    }
  };
  return ansi
    .replace(/\n+$/, "")
    .split("\n")
    .map((line) => {
      const cells: Cell[] = [];
      // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences
      for (const [, body, final, character] of line.matchAll(/\u001b\[([\d;?]*)([a-zA-Z])|([^\u001b\r])/gu)) {
        if (final === "m") turn((body || "0").split(";").map(Number));
        else if (character !== undefined) {
          cells.push({ character, ink: isSwapped ? ground : ink, ground: isSwapped ? ink : ground });
        }
      }
      return cells;
    });
};

const FOREGROUND: Rgb = [229, 229, 229];
const BACKGROUND: Rgb = [0, 0, 0];

/** A color of the 256 that xterm has. */
const indexed = (index: number): Rgb => {
  if (index < 16) return rgbOf(Number.parseInt(XTERM[index]!, 16));
  if (index >= 232) return rgbOf((8 + 10 * (index - 232)) * 0x010101);
  const level = (step: number): number => (step === 0 ? 0 : 55 + 40 * step);
  const place = index - 16;
  return [level(Math.floor(place / 36)), level(Math.floor(place / 6) % 6), level(place % 6)];
};

const XTERM =
  "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff".split(
    " ",
  );

const rgbOf = (value: number): Rgb => [value >> 16, (value >> 8) & 255, value & 255];

/** Linear red, green and blue of the page. Terminals blend coverage in sRGB values, and draw blocks as rectangles. */
const painted = (
  cells: readonly (readonly Cell[])[],
  columns: number,
  rows: number,
  coverage: (character: string) => Float32Array,
): readonly Plane[] => {
  const [width, height] = [columns * CELL.width, rows * CELL.height];
  const planes = [0, 1, 2].map((): Plane => ({ width, height, data: new Float32Array(width * height) }));
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cell = cells[row]?.[column];
      if (cell === undefined) throw new RangeError(`The page has no cell ${column + 1}, ${row + 1}.`);
      const share = RECTANGLES.get(cell.character) ?? coverage(cell.character);
      for (const [channel, { data }] of planes.entries()) {
        const [ink, ground] = [cell.ink[channel]!, cell.ground[channel]!];
        for (let i = 0; i < share.length; i++) {
          const to = (row * CELL.height + Math.floor(i / CELL.width)) * width + column * CELL.width + (i % CELL.width);
          data[to] = lightOf((ground + (ink - ground) * share[i]!) / 255);
        }
      }
    }
  }
  return planes;
};

/** Drawn here, not by the engine: an error there must lower the score. */
const RECTANGLES = new Map(
  Array.from(SHAPES, ([glyph, { across, down, bits, share }]): [string, Float32Array] => [
    glyph,
    Float32Array.from({ length: CELL.width * CELL.height }, (_, i) => {
      const x = Math.floor((((i % CELL.width) + 0.5) * across) / CELL.width);
      const y = Math.floor(((Math.floor(i / CELL.width) + 0.5) * down) / CELL.height);
      return ((bits >> (y * across + x)) & 1) * share;
    }),
  ]),
);

const compareColors = (page: readonly Plane[], picture: readonly Plane[]): ColorScores => {
  const [seen, wanted] = [page.map(viewOf), picture.map(viewOf)];
  const [light, own] = [viewOf(luminance(page)), viewOf(luminance(picture))];
  const sum = ({ full }: View): number => full.data.reduce((total, value) => total + value, 0);
  return {
    dE_full: difference(seen, wanted, "full", 1),
    dE_half: difference(seen, wanted, "half", 1),
    dEg_full: difference(seen, wanted, "full", sum(own) / (sum(light) || 1)),
    ssim_half: compareViews(light, own).ssim_half,
  };
};

const luminance = ([red, green, blue]: readonly Plane[]): Plane => ({
  ...red!,
  data: red!.data.map((value, i) => luminanceOf([value, green!.data[i]!, blue!.data[i]!])),
});

const difference = (a: readonly View[], b: readonly View[], distance: keyof View, gain: number): number => {
  const at = (views: readonly View[], i: number, factor: number) =>
    oklab(views.map((view) => Math.max(0, factor * view[distance].data[i]!)) as unknown as Color);
  const count = a[0]![distance].data.length;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const [one, other] = [at(a, i, gain), at(b, i, 1)];
    sum += Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
  }
  return sum / count;
};
