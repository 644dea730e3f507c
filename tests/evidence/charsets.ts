import { type Calibration, inkOf } from "./calibration.ts";

/** The glyph pool of each charset. */
const CHARSETS: { readonly [name: string]: string } = {
  standard: " .:-=+*#%@",
  detailed: String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i)),
  blocks: " ░▒▓█",
  binary: " 01",
  dots: " ⠐⠡⢔⢕⢵⣞⣯⣿",
  minimal: " .:#",
  halves: " ▀▄█",
  quadrants: " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█",
};

/** Charsets of rectangles; every font draws them alike, with full ink. */
export const isMosaic = (charset: string): boolean => charset === "halves" || charset === "quadrants";

/** Light of a charset's densest glyph: inks are relative to it. */
export const densestOf = (charset: string, calibration: Calibration): number =>
  Math.max(...[...CHARSETS[charset]!].map((glyph) => inkOf(calibration, glyph)));
