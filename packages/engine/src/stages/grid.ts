import type { RenderParams } from "@lumiglyph/contract";
import type { Frame } from "../frame.ts";
import { resizeByArea } from "../math/area.ts";
import { byteOfLight, LIGHT_OF_BYTE, luminance } from "../math/srgb.ts";
import { makePlane, type Plane } from "../plane.ts";
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
  const [red, green, blue, alpha] = [0, 1, 2, 3].map((channel) =>
    resizeByArea(channelOf(raster, channel), size.columns, size.rows),
  ) as [Plane, Plane, Plane, Plane];
  const colors = new Uint8Array(size.columns * size.rows * 3);
  for (let cell = 0; cell < size.columns * size.rows; cell++) {
    const opaque = alpha.data[cell]! || 1;
    const r = red.data[cell]! / opaque;
    const g = green.data[cell]! / opaque;
    const b = blue.data[cell]! / opaque;
    const gray = luminance(r, g, b);
    colors[cell * 3] = byteOfLight(gray + (r - gray) * saturation);
    colors[cell * 3 + 1] = byteOfLight(gray + (g - gray) * saturation);
    colors[cell * 3 + 2] = byteOfLight(gray + (b - gray) * saturation);
  }
  return colors;
};

/** A color channel in linear light times its alpha, or the alpha itself: what may be averaged. */
const channelOf = ({ width, height, data }: Raster, channel: number): Plane => {
  const plane = makePlane(width, height);
  for (let i = 0, p = 0; i < plane.data.length; i++, p += 4) {
    const alpha = data[p + 3]! / 255;
    plane.data[i] = channel === 3 ? alpha : LIGHT_OF_BYTE[data[p + channel]!]! * alpha;
  }
  return plane;
};
