import type { GridSize } from "@lumiglyph/contract";
import { foregrounds } from "../encoders/foreground.ts";
import type { Raster } from "../frame.ts";
import { type Span, spansOf } from "../math/area.ts";
import { byteOfLight, LIGHT_OF_BYTE, luminance } from "../math/srgb.ts";
import type { Stage } from "../stage.ts";

/** Gives each cell the color that its glyph is drawn in, by the mean of its part of the picture in linear light, saturated. */
export const grid: Stage = {
  name: "grid",
  says: "a color for each cell",
  wanted: ({ color, format }) => (color && format !== "text") || format === "json-compact",
  run: (frame, { saturation }) => ({
    ...frame,
    colors: foregrounds(saturated(meanColors(frame.raster, frame.size), saturation)),
  }),
};

/** Mean color of each cell's part of a picture in linear light, three numbers a cell. */
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

/** sRGB bytes of linear colors whose distance to their gray has been multiplied. */
export const saturated = (means: Float64Array, saturation: number): Uint8Array => {
  const colors = new Uint8Array(means.length);
  for (let at = 0; at < means.length; at += 3) {
    const gray = luminance(means[at]!, means[at + 1]!, means[at + 2]!);
    for (let i = at; i < at + 3; i++) colors[i] = byteOfLight(gray + (means[i]! - gray) * saturation);
  }
  return colors;
};

/** Writes the mean of a rectangle's colors, each pixel counting by its alpha; black where nothing is opaque. */
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
