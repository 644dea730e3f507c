import { type Calibration, inkOf } from "./calibration.ts";

/** The glyphs that each charset has to choose from. */
const CHARSETS: { readonly [name: string]: string } = {
  standard: " .:-=+*#%@",
  detailed: String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i)),
  blocks: " ░▒▓█",
  binary: " 01",
  dots: " ⠐⠡⢔⢕⢵⣞⣯⣿",
  minimal: " .:#",
};

/** Light of a charset's densest glyph: what inks are relative to. */
export const densestOf = (charset: string, calibration: Calibration): number =>
  Math.max(...[...CHARSETS[charset]!].map((glyph) => inkOf(calibration, glyph)));
