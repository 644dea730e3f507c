import { escapeMarkup } from "@lumiglyph/contract";
import { profileFor } from "../glyphs/fonts.ts";
import type { RenderResult } from "../picture.ts";

/** Writes a result in one format, with the colors of its glyphs, or null for none. */
export type Encoder = (result: RenderResult, colors: Uint8Array | null) => string;

/** Three bytes as `#rrggbb`. */
export const hexColor = (red: number, green: number, blue: number): string => `#${HEX[red]}${HEX[green]}${HEX[blue]}`;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Text alternative for screen readers. */
export const altOf = ({ params, size }: RenderResult): string =>
  params.alt || `Picture drawn in characters, ${size.columns} columns by ${size.rows} rows`;

/** The same as markup. */
export const describeArt = (result: RenderResult): string => escapeMarkup(altOf(result));

/** The names of the font that the page was matched to, then common monospaced fonts. */
export const fontStack = ({ params }: RenderResult): string =>
  [...(profileFor(params.font)?.families ?? []).map((name) => `"${name}"`), COMMON_FONTS].join(", ");

export const COMMON_FONTS = '"DejaVu Sans Mono", Menlo, Consolas, "Liberation Mono", monospace';

/** The background behind the page. */
export const paperOf = ({ params }: RenderResult): string =>
  params.paper || (params.background === "light" ? "#fff" : "#000");

/** Neighboring cells of a row in the same colors. */
export type Run = {
  readonly column: number;
  readonly text: string;
  readonly color: string;
  /** Null for the page's own background. */
  readonly ground: string | null;
};

/** Writes each row from its runs of one color. */
export const writeRows = (
  result: RenderResult,
  colors: Uint8Array | null,
  write: (runs: readonly Run[], row: number) => string,
): readonly string[] => result.lines().map((line, row) => write(runsOf(result, colors, line, row), row));

/**
 * A blank shows no ink and a full block no background, so each joins the run before it: half of a
 * dark picture is blank, and a color change costs more bytes than a glyph.
 */
const runsOf = (
  { params, size, grounds }: RenderResult,
  colors: Uint8Array | null,
  line: string,
  row: number,
): readonly Run[] => {
  if (colors === null) return [{ column: 0, text: line, color: params.monoColor, ground: null }];
  const glyphs = [...line];
  const runs: Run[] = [];
  let column = 0;
  let color = NONE;
  let ground = NONE;
  const endRun = (end: number): void => {
    runs.push({
      column,
      text: glyphs.slice(column, end).join(""),
      color: color === NONE ? params.monoColor : hexOf(color),
      ground: ground === NONE ? null : hexOf(ground),
    });
    column = end;
  };
  for (let at = 0; at < glyphs.length; at++) {
    const from = 3 * (row * size.columns + at);
    const ownColor = glyphs[at] === " " ? color : colorAt(colors, from);
    const ownGround = grounds === null ? NONE : colorAt(grounds, from);
    if (at > 0 && ((color !== NONE && ownColor !== color) || ownGround !== ground)) endRun(at);
    color = ownColor;
    ground = ownGround;
  }
  endRun(glyphs.length);
  return runs;
};

/** Instead of a color: no ink so far, or the page's own background. */
const NONE = -1;

/** Three bytes as one number. */
const colorAt = (colors: Uint8Array, from: number): number =>
  (colors[from]! << 16) | (colors[from + 1]! << 8) | colors[from + 2]!;

const hexOf = (color: number): string => hexColor(color >> 16, (color >> 8) & 255, color & 255);
