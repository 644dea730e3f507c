import { type Encoder, runsOf } from "./encoder.ts";
/**
 * ANSI truecolor (answers 2.8): SGR sequences only (ECMA-48, ISO 8613-6), the color only where it changes, a reset at the
 * end of each row so that a row cut out or a terminal that scrolls never bleeds.
 */
export const ansi: Encoder = (drawing) =>
  drawing.lines
    .map(
      (_, row) =>
        `${runsOf(drawing, row)
          .map(({ text, color }) => foreground(color) + text)
          .join("")}\x1b[0m\n`,
    )
    .join("");

const foreground = (color: string): string => {
  const value = Number.parseInt(color.slice(1), 16);
  return `\x1b[38;2;${value >> 16};${(value >> 8) & 255};${value & 255}m`;
};
