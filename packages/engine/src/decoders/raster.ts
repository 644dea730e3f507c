import { CELL_ASPECT } from "@lumiglyph/contract";
import { resizeByArea } from "../math/area.ts";
import { byteOfLight } from "../math/srgb.ts";
import type { Plane } from "../plane.ts";
import type { Raster } from "../raster.ts";
import { coloredLight, reliefOf } from "./color.ts";
import { enlarge } from "./enlarge.ts";
import { formOf } from "./form.ts";
import type { Page } from "./page.ts";
import { cellLight, pictureLight } from "./tone.ts";

/** A page as a picture of one pixel a cell: the chroma's own bytes where it has them, else the gray each cell stands for. */
export const cellRaster = (page: Page): Raster => {
  const raster = opaqueRaster(page.size.columns, page.size.rows);
  if (page.chroma === null) paint(raster, CHANNELS, pictureLight(cellLight(page), page));
  else for (let at = 0; at < page.chroma.length; at++) raster.data[at + Math.floor(at / 3)] = page.chroma[at]!;
  return raster;
};

/** Size of a page's picture at a scale: the pixels that a cell is wide, an integer of at least 1. */
export const pictureSize = ({ size }: Page, scale: number): { readonly width: number; readonly height: number } => ({
  width: size.columns * scale,
  height: (size.rows * scale) / CELL_ASPECT,
});

/** A page as a picture in its right proportions, finer than its cells: form from its glyphs, colors from its chroma. */
export const pageRaster = (page: Page, scale: number): Raster => {
  const { width, height } = pictureSize(page, scale);
  const raster = opaqueRaster(width, height);
  const resized = (plane: Plane): Plane => (width < plane.width ? resizeByArea : enlarge)(plane, width, height);
  const { even, formed } = formOf(page);
  const picture = pictureLight(formed, page);
  if (page.chroma === null) paint(raster, CHANNELS, resized(picture));
  else {
    const relief = reliefOf(picture, pictureLight(even, page));
    for (const channel of CHANNELS) {
      paint(raster, [channel], resized(coloredLight(page.chroma, channel, page.size, relief)));
    }
  }
  return raster;
};

/** Red, green and blue. */
const CHANNELS = [0, 1, 2] as const;

const opaqueRaster = (width: number, height: number): Raster => {
  const data = new Uint8Array(width * height * 4);
  for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = 255;
  return { width, height, data };
};

const paint = ({ data }: Raster, channels: readonly number[], light: Plane): void => {
  for (let i = 0; i < light.data.length; i++) {
    const byte = byteOfLight(light.data[i]!);
    for (const channel of channels) data[4 * i + channel] = byte;
  }
};
