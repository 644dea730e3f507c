import type { GridSize } from "@lumiglyph/contract";
import { type Span, spansOf } from "../math/area.ts";
import { byteOfLight, LIGHT_OF_BYTE, luminance } from "../math/srgb.ts";
import type { Raster } from "../pipeline-state.ts";
import type { Stage } from "../stage.ts";

/** Gives each glyph a color: the mean linear color of its cell, saturated, then brightened. */
export const grid: Stage = {
  name: "grid",
  summary: "a color for each cell",
  wanted: ({ color, format }) => (color && format !== "text") || format === "json-compact",
  run: (state, { saturation }) => ({
    ...state,
    colors: foregroundColors(saturated(meanColors(state.raster, state.size), saturation)),
  }),
};

/** Mean linear color of each cell, three numbers per cell. */
export const meanColors = (raster: Raster, { columns, rows }: GridSize): Float64Array => {
  const across = spansOf(raster.width, columns);
  const down = spansOf(raster.height, rows);
  const means = new Float64Array(columns * rows * 3);
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at += 3) {
      meanColor(raster, across[column]!, down[row]!, means, at);
    }
  }
  return means;
};

/** Multiplies the saturation of linear colors and returns them as sRGB bytes. */
export const saturated = (means: Float64Array, saturation: number): Uint8Array => {
  const colors = new Uint8Array(means.length);
  for (let at = 0; at < means.length; at += 3) {
    const gray = luminance(means[at]!, means[at + 1]!, means[at + 2]!);
    for (let i = at; i < at + 3; i++) colors[i] = byteOfLight(gray + (means[i]! - gray) * saturation);
  }
  return colors;
};

/** Writes the mean color of a rectangle, weighted by alpha; black if nothing is opaque. */
const meanColor = ({ width, data }: Raster, across: Span, down: Span, means: Float64Array, to: number): void => {
  let red = 0;
  let green = 0;
  let blue = 0;
  let opaque = 0;
  for (let y = down.first; y <= down.last; y++) {
    const weight = y === down.first ? down.head : y === down.last ? down.tail : 1;
    for (let x = across.first, at = (y * width + x) * 4; x <= across.last; x++, at += 4) {
      const share = weight * (x === across.first ? across.head : x === across.last ? across.tail : 1) * data[at + 3]!;
      red += share * LIGHT_OF_BYTE[data[at]!]!;
      green += share * LIGHT_OF_BYTE[data[at + 1]!]!;
      blue += share * LIGHT_OF_BYTE[data[at + 2]!]!;
      opaque += share;
    }
  }
  means[to] = red / (opaque || 1);
  means[to + 1] = green / (opaque || 1);
  means[to + 2] = blue / (opaque || 1);
};

/**
 * Glyph colors for cells of these colors, three bytes per cell: each cell's hue at full brightness. An ASCII glyph covers
 * at most a sixth of its cell, and its ink coverage already carries the brightness; in the cell's own color the result
 * would be too dark twice over.
 */
export const foregroundColors = (colors: Uint8Array): Uint8Array => {
  const out = new Uint8Array(colors.length);
  for (let at = 0; at < colors.length; at += 3) brighten(colors, at, out, at);
  return out;
};

/** Writes the glyph color for the color at `from`. */
export const brighten = (colors: Uint8Array, from: number, out: Uint8Array, to: number): void => {
  const red = LIGHT_OF_BYTE[colors[from]!]!;
  const green = LIGHT_OF_BYTE[colors[from + 1]!]!;
  const blue = LIGHT_OF_BYTE[colors[from + 2]!]!;
  const brightest = Math.max(red, green, blue);
  const gain = 1 / (brightest + DARK * (1 - brightest));
  out[to] = byteOfLight(red * gain);
  out[to + 1] = byteOfLight(green * gain);
  out[to + 2] = byteOfLight(blue * gain);
};

/** Light at which a color is brightened about half as much as it could be, because a nearly black color has no reliable hue. */
const DARK = 0.01;
