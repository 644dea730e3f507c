import type { ColorDepth } from "./screen.ts";

/** Converts truecolor art (SGR 38;2) to a terminal's color depth, repeating a color only when it changes. */
export const inColors = (ansi: string, depth: ColorDepth): string => {
  if (depth === 24) return ansi;
  const codeOf = keepEach(depth === 8 ? code256 : code16);
  let last = "";
  return ansi.replace(SEQUENCE, (sequence, red?: string, green?: string, blue?: string) => {
    const code = red === undefined ? "" : codeOf(Number(red) * 65_536 + Number(green) * 256 + Number(blue));
    const changed = code !== last;
    last = code;
    return code === "" ? sequence : changed ? `\x1b[${code}m` : "";
  });
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what an SGR sequence starts with
const SEQUENCE = /\x1b\[(?:38;2;(\d+);(\d+);(\d+)|0)m/g;

type Color = readonly [red: number, green: number, blue: number];

const keepEach = (make: (color: Color) => string): ((rgb: number) => string) => {
  const kept = new Map<number, string>();
  return (rgb) => {
    const known = kept.get(rgb) ?? make([rgb >> 16, (rgb >> 8) & 255, rgb & 255]);
    kept.set(rgb, known);
    return known;
  };
};

/** xterm's 256 colors from 16 on: a 6×6×6 cube, then 24 grays. */
const STEPS = [0, 95, 135, 175, 215, 255] as const;
const PALETTE_256: readonly Color[] = [
  ...STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue): Color => [red, green, blue]))),
  ...Array.from({ length: 24 }, (_, at): Color => [8 + 10 * at, 8 + 10 * at, 8 + 10 * at]),
];

const code256 = (color: Color): string => `38;5;${16 + nearest(color, PALETTE_256)}`;

/** The 16 colors as xterm shows them; other terminals may differ. */
const PALETTE_16: readonly Color[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  [229, 229, 229],
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
];

const code16 = (color: Color): string => {
  const at = nearest(color, PALETTE_16);
  return String(at < 8 ? 30 + at : 82 + at);
};

const nearest = (color: Color, palette: readonly Color[]): number => {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [at, entry] of palette.entries()) {
    const far = distance(color, entry);
    if (far < least) [best, least] = [at, far];
  }
  return best;
};

/** Squared distance in sRGB, weighted like human vision ("redmean"): green most, blue least in dark colors. */
const distance = ([red, green, blue]: Color, [r, g, b]: Color): number => {
  const mean = (red + r) / 2;
  return (2 + mean / 256) * (red - r) ** 2 + 4 * (green - g) ** 2 + (2 + (255 - mean) / 256) * (blue - b) ** 2;
};
