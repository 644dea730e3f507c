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

/** Light of the densest glyph of a charset, or of custom characters: inks are relative to it. */
export const densestOf = ({ glyphs, params }: Drawn, calibration: Calibration): number =>
  Math.max(...[...(params.characters || CHARSETS[glyphs.charset]!)].map((glyph) => inkOf(calibration, glyph)));

type Drawn = { readonly glyphs: { readonly charset: string }; readonly params: { readonly characters: string } };
