import { type Encoder, writeRows } from "./encoder.ts";

/**
 * ANSI truecolor (answers 2.8): SGR sequences only (ECMA-48, ISO 8613-6), a color only where it changes, and a reset at the
 * end of each row, so that color never bleeds when a terminal scrolls or a row is copied.
 */
export const ansi: Encoder = (result, colors) =>
  writeRows(
    result,
    colors,
    (runs) => `${runs.map(({ text, color }) => foreground(color) + text).join("")}\x1b[0m\n`,
  ).join("");

const foreground = (color: string): string => {
  const value = Number.parseInt(color.slice(1), 16);
  return `\x1b[38;2;${value >> 16};${(value >> 8) & 255};${value & 255}m`;
};
