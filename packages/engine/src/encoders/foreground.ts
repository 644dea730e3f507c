import { byteOfLight, LIGHT_OF_BYTE } from "../math/srgb.ts";

/**
 * The colors to draw glyphs in, for cells of these colors, three bytes a cell: each cell's hue as bright as it can be. An
 * ASCII glyph covers a sixth of its cell at most and already carries how light the cell is; in the picture's own
 * brightness it would be dark twice over.
 */
export const foregrounds = (colors: Uint8Array): Uint8Array => {
  const out = new Uint8Array(colors.length);
  for (let at = 0; at < colors.length; at += 3) lift(colors, at, out, at);
  return out;
};

/** Writes the color to draw in for the color at `from`. */
export const lift = (colors: Uint8Array, from: number, out: Uint8Array, to: number): void => {
  const red = LIGHT_OF_BYTE[colors[from]!]!;
  const green = LIGHT_OF_BYTE[colors[from + 1]!]!;
  const blue = LIGHT_OF_BYTE[colors[from + 2]!]!;
  const brightest = Math.max(red, green, blue);
  const gain = 1 / (brightest + DARK * (1 - brightest));
  out[to] = byteOfLight(red * gain);
  out[to + 1] = byteOfLight(green * gain);
  out[to + 2] = byteOfLight(blue * gain);
};

/** Light at which a color is lifted about half way: what is nearly black has no hue that could be trusted. */
const DARK = 0.01;
