import { DEFAULT_PARAMS, type RenderParams } from "@lumiglyph/contract";
import type { Rgb } from "../paint/page.ts";

/** What art lies on, and the ink of cells that have no color of their own. */
export type PageColors = { readonly ground: Rgb; readonly ink: Rgb };

/** Light on a black sheet; inverted art is ink on paper, dark unless someone has chosen its color. The theme has no say. */
export const pageColors = ({ invert, monoColor }: Pick<RenderParams, "invert" | "monoColor">): PageColors => {
  const isOwnInk = invert && monoColor === DEFAULT_PARAMS.monoColor;
  return { ground: invert ? PAPER : BLACK, ink: isOwnInk ? INK : rgbOf(monoColor) };
};

const BLACK: Rgb = [0x00, 0x00, 0x00];
const PAPER: Rgb = [0xf5, 0xf2, 0xea];
const INK: Rgb = [0x23, 0x28, 0x38];

/** `#rrggbb` as bytes. */
const rgbOf = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};
