import { type FormatId, type MosaicCharset, PARAMS, type RenderOptions } from "@lumiglyph/contract";
import type { DrawCommand } from "../commands/command.ts";
import type { ScreenSize, TerminalScreen } from "../terminal/screen.ts";

/**
 * Options for art that has to fit a screen: the largest grid inside it, or inside its width alone.
 */
export const fittedTo = ({ columns, rows }: ScreenSize, fit: "screen" | "width"): RenderOptions => ({
  columns: within(columns, PARAMS.columns),
  ...(fit === "screen" && { rows: within(rows, PARAMS.rows) }),
});

const within = (value: number, { min, max }: { readonly min: number; readonly max: number }): number =>
  Math.min(Math.max(value, min), max);

/** Default options for the look of art, where the command line leaves them open. */
export type OutputStyle = { readonly format: FormatId } & Pick<RenderOptions, "color" | "colors" | "charset">;

/** Formats with colors that people look at. Text has no colors, and JSON is for programs. */
const IS_LOOKED_AT: { readonly [Format in FormatId]?: true } = { ansi: true, html: true, svg: true, png: true };

/** The properties of an output that decide its style. */
type Shown = Pick<TerminalScreen, "colors" | "mosaic">;

/** A file of text or ANSI may be shown in any terminal. */
export const FILE: Shown = { colors: "none", mosaic: "quadrants" };

/** Chooses the style: format and colors, and with `--blocks` the charset. */
export const chooseStyle = (
  { options, blocks }: Pick<DrawCommand, "options" | "blocks">,
  byName: FormatId | null,
  screen: Shown,
): OutputStyle => {
  const style = chooseColors(options, byName, screen);
  return blocks ? { ...style, charset: blocksFor(style.format, screen) } : style;
};

/** The charset behind `--blocks`: html, svg and png draw rectangles, whatever the font has. */
export const blocksFor = (format: FormatId, { mosaic }: Pick<Shown, "mosaic">): MosaicCharset => {
  if (format === "html" || format === "svg" || format === "png") return "octants";
  return format === "text" || format === "ansi" ? mosaic : FILE.mosaic;
};

/**
 * Chooses format and colors: given flags first, then the output's name, then the output's
 * capabilities. Terminals with colors and files that people look at get color, everything else one
 * ink; `--color` and `--colors` override this.
 */
const chooseColors = (
  { format: given, color: wanted, colors, monoColor, edges, theme }: RenderOptions,
  byName: FormatId | null,
  screen: Pick<Shown, "colors">,
): OutputStyle => {
  const format = given ?? byName;
  if (format !== null) {
    const wantsInk = monoColor !== undefined || edges === true || theme === "auto";
    return { format, ...(IS_LOOKED_AT[format] && wanted === undefined && !wantsInk && { color: true }) };
  }
  const hasColors = screen.colors !== "none";
  const color = wanted ?? (hasColors || colors !== undefined);
  if (!color && !(monoColor !== undefined && hasColors)) return { format: "text", color };
  return { format: "ansi", color, ...(screen.colors !== "none" && { colors: screen.colors }) };
};
