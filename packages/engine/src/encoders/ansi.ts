import type { RenderParams } from "@lumiglyph/contract";
import { PALETTES } from "../search/palettes.ts";
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

/** What has to be said about a run's colors after the run before it. */
const codesOf = ({ color, ground }: Run, before: Run | undefined, { colors }: RenderParams): string => {
  const ink = color === before?.color ? "" : codeOf(color, colors, 30);
  const back = ground === null || ground === before?.ground ? "" : codeOf(ground, colors, 40);
  if (ink === "" && back === "") return "";
  return `\x1b[${ink}${ink === "" || back === "" ? "" : ";"}${back}m`;
};

/** A color as a parameter of SGR; `base` is 30 for inks and 40 for backgrounds. Inks outside the palette are written in full. */
const codeOf = (color: string, colors: RenderParams["colors"], base: 30 | 40): string => {
  const value = Number.parseInt(color.slice(1), 16);
  const place = colors === "truecolor" ? -1 : PALETTES[colors].colors.indexOf(value);
  if (colors === "truecolor" || place < 0) return `${base + 8};2;${value >> 16};${(value >> 8) & 255};${value & 255}`;
  if (colors === "256") return `${base + 8};5;${PALETTES[colors].first + place}`;
  return `${place < 8 ? base + place : base + 52 + place}`;
};
