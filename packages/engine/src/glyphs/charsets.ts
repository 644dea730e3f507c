import type { Charset } from "@lumiglyph/contract";

/** The glyphs each charset offers, blank first; their order as a ramp is measured, not written here (see `rampOf`). */
export const CHARSET_GLYPHS = {
  standard: " .:-=+*#%@",
  detailed: printableAscii(),
  blocks: " ░▒▓█",
  binary: " 01",
  // One to eight dots, each pattern the most even spread of its number when the cell repeats in both directions.
  dots: " ⠐⠡⢔⢕⢵⣞⣯⣿",
  minimal: " .:#",
} as const satisfies Record<Charset, string>;

/** Every glyph of every charset once: ASCII by code point, then the shades, then the dots. */
export const ALL_GLYPHS: readonly string[] = [
  ...new Set(CHARSET_GLYPHS.detailed + CHARSET_GLYPHS.blocks + CHARSET_GLYPHS.dots),
];

function printableAscii(): string {
  return String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 0x20 + i));
}
