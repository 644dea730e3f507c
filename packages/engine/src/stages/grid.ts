import type { RenderParams } from "@lumiglyph/contract";
import type { Frame } from "../frame.ts";
import { type Span, spansOf } from "../math/area.ts";
import { byteOfLight, LIGHT_OF_BYTE, luminance } from "../math/srgb.ts";
import type { Raster } from "../raster.ts";
import type { Stage } from "../stage.ts";

/** Gives each cell its color: the mean of its part of the picture in linear light, saturated. */
export const grid: Stage = {
  name: "grid",
  says: "a color for each cell",
  wanted: ({ color, format }) => (color && format !== "text") || format === "json-compact",
  run: (frame, params) => ({ ...frame, colors: colorsOf(frame, params) }),
};

const colorsOf = ({ raster, size }: Frame, { saturation }: RenderParams): Uint8Array => {
  const across = spansOf(raster.width, size.columns);
  const down = spansOf(raster.height, size.rows);
  const colors = new Uint8Array(size.columns * size.rows * 3);
  const mean = new Float64Array(3);
  for (let row = 0, at = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++, at += 3) {
      meanColor(raster, across[column]!, down[row]!, mean);
      const gray = luminance(mean[0]!, mean[1]!, mean[2]!);
      for (let i = 0; i < 3; i++) colors[at + i] = byteOfLight(gray + (mean[i]! - gray) * saturation);
    }
  }
  return colors;
};

/** Mean of a rectangle's colors in linear light, each pixel counting by its alpha; black where nothing is opaque. */
const meanColor = ({ width, data }: Raster, across: Span, down: Span, mean: Float64Array): void => {
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
  mean[0] = red / (opaque || 1);
  mean[1] = green / (opaque || 1);
  mean[2] = blue / (opaque || 1);
};
