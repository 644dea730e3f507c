import type { RenderParams } from "@lumiglyph/contract";
import { nearestColor, PALETTES } from "../search/palettes.ts";
import { type Encoder, type Run, writeRows } from "./encoder.ts";

/**
 * ANSI colors (answers 2.8): SGR sequences only (ECMA-48, ISO 8613-6), a color only where it changes, and a reset at the
 * end of each row, so that color never bleeds when a terminal scrolls or a row is copied.
 */
export const ansi: Encoder = (result, colors) =>
  writeRows(
    result,
    colors,
    (runs) => `${runs.map((run, at) => `${codesOf(run, runs[at - 1], result.params)}${run.text}`).join("")}\x1b[0m\n`,
  ).join("");

/** The SGR parameters that change from the previous run's colors to this run's. */
const codesOf = ({ color, ground }: Run, before: Run | undefined, { colors }: RenderParams): string => {
  const ink = changed(color, before?.color ?? null, colors, 30);
  const back = ground === null ? "" : changed(ground, before?.ground ?? null, colors, 40);
  if (ink === "" && back === "") return "";
  return `\x1b[${ink}${ink === "" || back === "" ? "" : ";"}${back}m`;
};

/**
 * The code of a color if it differs from the previous code; two colors may share one in a palette.
 */
const changed = (color: string, before: string | null, colors: RenderParams["colors"], base: 30 | 40): string => {
  if (color === before) return "";
  const code = colorCode(color, colors, base);
  return before !== null && colors !== "truecolor" && code === colorCode(before, colors, base) ? "" : code;
};

/**
 * A color as SGR parameters, or the nearest in the palette; `base` is 30 for inks and 40 for
 * backgrounds.
 */
export const colorCode = (color: string, colors: RenderParams["colors"], base: 30 | 40): string => {
  const value = Number.parseInt(color.slice(1), 16);
  if (colors === "truecolor") return `${base + 8};2;${value >> 16};${(value >> 8) & 255};${value & 255}`;
  const { colors: palette } = PALETTES[colors];
  const known = palette.indexOf(value);
  const place = known < 0 ? nearestColor(value, palette) : known;
  if (colors === "256") return `${base + 8};5;${PALETTES[colors].first + place}`;
  return `${place < 8 ? base + place : base + 52 + place}`;
};
