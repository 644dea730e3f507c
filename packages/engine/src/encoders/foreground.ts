import { byteOfLight, LIGHT_OF_BYTE } from "../math/srgb.ts";
import { hexColor } from "./hex-color.ts";

/**
 * The color to draw a cell's glyph in, as `#rrggbb`: the cell's hue as bright as it can be. An ASCII glyph covers
 * a sixth of its cell at most and already carries how light the cell is; in the picture's own brightness it would be dark twice over.
 */
export const foreground = (colors: Uint8Array, cell: number): string => {
  const red = LIGHT_OF_BYTE[colors[cell * 3]!]!;
  const green = LIGHT_OF_BYTE[colors[cell * 3 + 1]!]!;
  const blue = LIGHT_OF_BYTE[colors[cell * 3 + 2]!]!;
  const brightest = Math.max(red, green, blue);
  const lift = 1 / (brightest + DARK * (1 - brightest));
  return hexColor(byteOfLight(red * lift), byteOfLight(green * lift), byteOfLight(blue * lift));
};

/** Light at which a color is lifted about half way: what is nearly black has no hue that could be trusted. */
const DARK = 0.01;
