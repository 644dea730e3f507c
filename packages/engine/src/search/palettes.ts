import type { RenderParams } from "@lumiglyph/contract";
import { writeOklab } from "../math/oklab.ts";
import { fromTone, LIGHT_OF_BYTE } from "../math/srgb.ts";

/** The colors that a terminal has. The first is black. */
export type Palette = {
  /** sRGB bytes, three per color. */
  readonly bytes: Uint8Array;
  /** Linear light and tone, three numbers per color. */
  readonly light: Float32Array;
  readonly tone: Float32Array;
  /**
   * The `NEAR` colors that are nearest in OKLab, nearest first, to each color of a cube of `NEAR_STEPS` square roots of red,
   * green and blue light.
   */
  readonly near: Uint8Array;
  /** Index of the brightest color. */
  readonly white: number;
};

export const NEAR = 8;
export const NEAR_STEPS = 16;

/** Usual values of a terminal's first 16 colors: those of xterm. */
const XTERM = [
  ...[0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5],
  ...[0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff],
];

const LEVELS = [0, 95, 135, 175, 215, 255] as const;

/** Colors 16 to 255: a cube of six levels, then grays. These are the same in all terminals; the first 16 are not. */
const CUBE = [
  ...Array.from({ length: 216 }, (_, i) => {
    const [red, green, blue] = [LEVELS[Math.floor(i / 36)]!, LEVELS[Math.floor(i / 6) % 6]!, LEVELS[i % 6]!];
    return (red << 16) | (green << 8) | blue;
  }),
  ...Array.from({ length: 24 }, (_, i) => (8 + 10 * i) * 0x010101),
];

/** The palettes as `0xrrggbb`, and the terminal's number of each palette's first color. */
export const PALETTES = {
  "256": { colors: CUBE, first: 16 },
  "16": { colors: XTERM, first: 0 },
  "8": { colors: XTERM.slice(0, 8), first: 0 },
} as const;

/** Index of the palette color nearest in OKLab to another, `0xrrggbb`. */
export const nearestColor = (color: number, colors: readonly number[]): number => {
  const [wanted, lab] = [new Float64Array(3), new Float64Array(3)];
  const write = (rgb: number, into: Float64Array): void =>
    writeOklab(LIGHT_OF_BYTE[rgb >> 16]!, LIGHT_OF_BYTE[(rgb >> 8) & 255]!, LIGHT_OF_BYTE[rgb & 255]!, into, 0);
  write(color, wanted);
  const distances = colors.map((each) => {
    write(each, lab);
    return lab.reduce((sum, part, i) => sum + (part - wanted[i]!) ** 2, 0);
  });
  return distances.indexOf(Math.min(...distances));
};

const known = new Map<string, Palette>();

/** The palette of a parameter, null for all colors. */
export const paletteFor = (name: RenderParams["colors"]): Palette | null => {
  if (name === "truecolor") return null;
  const palette = known.get(name) ?? makePalette(PALETTES[name].colors);
  known.set(name, palette);
  return palette;
};

/** Position in a palette's table of the colors nearest to sRGB values from 0 to 1. */
export const placeIn = (color: Float64Array): number => {
  let place = 0;
  for (const value of color) {
    const step = Math.floor(Math.sqrt(fromTone(value)) * NEAR_STEPS);
    place = NEAR_STEPS * place + Math.min(NEAR_STEPS - 1, step);
  }
  return NEAR * place;
};

const makePalette = (colors: readonly number[]): Palette => {
  const bytes = Uint8Array.from(colors.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));
  const light = Float32Array.from(bytes, (byte) => LIGHT_OF_BYTE[byte]!);
  const tone = Float32Array.from(bytes, (byte) => byte / 255);
  const brightness = colors.map((color) => (color >> 16) + ((color >> 8) & 255) + (color & 255));
  const white = brightness.indexOf(Math.max(...brightness));
  return { bytes, light, tone, near: nearest(light), white };
};

const nearest = (light: Float32Array): Uint8Array => {
  const count = light.length / 3;
  const lab = new Float64Array(light.length);
  for (let i = 0; i < light.length; i += 3) writeOklab(light[i]!, light[i + 1]!, light[i + 2]!, lab, i);
  const near = new Uint8Array(NEAR * NEAR_STEPS ** 3);
  const own = new Float64Array(3);
  const distances = new Float64Array(NEAR);
  const middle = (step: number): number => ((step + 0.5) / NEAR_STEPS) ** 2;
  for (let place = 0; place < NEAR_STEPS ** 3; place++) {
    const red = Math.floor(place / NEAR_STEPS ** 2);
    const green = Math.floor(place / NEAR_STEPS) % NEAR_STEPS;
    writeOklab(middle(red), middle(green), middle(place % NEAR_STEPS), own, 0);
    const nearestFirst = near.subarray(place * NEAR, (place + 1) * NEAR);
    distances.fill(Number.POSITIVE_INFINITY);
    for (let color = 0, at = 0; color < count; color++, at += 3) {
      const [l, a, b] = [lab[at]! - own[0]!, lab[at + 1]! - own[1]!, lab[at + 2]! - own[2]!];
      const distance = l * l + a * a + b * b;
      let rank = NEAR;
      for (; rank > 0 && distance < distances[rank - 1]!; rank--) {
        distances[rank] = distances[rank - 1]!;
        nearestFirst[rank] = nearestFirst[rank - 1]!;
      }
      // past the last rank there is no space, so nothing is written
      distances[rank] = distance;
      nearestFirst[rank] = color;
    }
  }
  return near;
};
