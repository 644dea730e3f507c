import type { GridSize, RenderParams } from "@lumiglyph/contract";
import { MOSAICS } from "../glyphs/mosaics.ts";
import { type Span, spansOf } from "../math/area.ts";
import { LIGHT_OF_BYTE, luminance } from "../math/srgb.ts";
import type { Hues, PipelineState } from "../pipeline-state.ts";
import type { Raster } from "../raster.ts";
import type { Stage } from "../stage.ts";

/** The parameters that decide how many colors a page has. */
type ColorParams = Pick<RenderParams, "color" | "charset" | "fill" | "colors" | "background">;

/** Whether glyph, ink and background are searched together: cells have two colors, or there is a palette, or paper. */
export const drawsPairs = (params: ColorParams): boolean =>
  hasGrounds(params) || (params.color && (params.colors !== "truecolor" || params.background === "light"));

/** Whether cells have their own backgrounds; otherwise all have the page's. */
export const hasGrounds = (params: Pick<RenderParams, "color" | "charset" | "fill">): boolean =>
  params.color && (params.fill > 0 || params.charset in MOSAICS);

/** Whether each cell has one ink of its own color on black. */
export const drawsInks = (params: ColorParams): boolean => params.color && !drawsPairs(params);

/** Finds the hue of each cell. Its brightness is left to the glyph and its ink, which `match` chooses together. */
export const color: Stage = {
  name: "color",
  summary: "the hue of each cell, and the brightest ink of that hue",
  wanted: (params) => params.color,
  run: (state, { saturation }) => {
    const means = meansOf(state);
    return { ...state, means, hues: huesOf(means, saturation) };
  },
};

/** Mean colors of a state; they are missing if the picture was first reduced for a page without color. */
export const meansOf = ({ means, raster, size, opacity }: PipelineState): Float64Array =>
  means ?? meanColors(raster, size, opacity === null);

/** Mean linear color of each cell, three numbers per cell. */
export const meanColors = (raster: Raster, { columns, rows }: GridSize, isOpaque: boolean): Float64Array => {
  const across = spansOf(raster.width, columns);
  const down = spansOf(raster.height, rows);
  const means = new Float64Array(columns * rows * 3);
  const write = isOpaque ? opaqueMean : translucentMean;
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at += 3) write(raster, across[column]!, down[row]!, means, at);
  }
  return means;
};

/** Writes the mean color of a rectangle without transparency, and returns its alpha, 255; its twin is `means` in assembly/shrink.ts. */
const opaqueMean = ({ width, data }: Raster, across: Span, down: Span, means: Float64Array, to: number): number => {
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let y = down.first; y <= down.last; y++) {
    let at = (y * width + across.first) * 4;
    let r = across.head * LIGHT_OF_BYTE[data[at]!]!;
    let g = across.head * LIGHT_OF_BYTE[data[at + 1]!]!;
    let b = across.head * LIGHT_OF_BYTE[data[at + 2]!]!;
    for (let x = across.first + 1; x < across.last; x++) {
      at += 4;
      r += LIGHT_OF_BYTE[data[at]!]!;
      g += LIGHT_OF_BYTE[data[at + 1]!]!;
      b += LIGHT_OF_BYTE[data[at + 2]!]!;
    }
    if (across.last > across.first) {
      at += 4;
      r += across.tail * LIGHT_OF_BYTE[data[at]!]!;
      g += across.tail * LIGHT_OF_BYTE[data[at + 1]!]!;
      b += across.tail * LIGHT_OF_BYTE[data[at + 2]!]!;
    }
    const weight = y === down.first ? down.head : y === down.last ? down.tail : 1;
    red += weight * r;
    green += weight * g;
    blue += weight * b;
  }
  const scale = across.scale * down.scale;
  means[to] = red * scale;
  means[to + 1] = green * scale;
  means[to + 2] = blue * scale;
  return 255;
};

/** Writes the mean color of a rectangle, weighted by alpha; black if nothing is opaque. Returns its mean alpha. */
export const translucentMean = (
  { width, data }: Raster,
  across: Span,
  down: Span,
  means: Float64Array,
  to: number,
): number => {
  let red = 0;
  let green = 0;
  let blue = 0;
  let opaque = 0;
  for (let y = down.first; y <= down.last; y++) {
    const weight = y === down.first ? down.head : y === down.last ? down.tail : 1;
    for (let x = across.first, at = (y * width + x) * 4; x <= across.last; x++, at += 4) {
      const share = weight * (x === across.first ? across.head : x === across.last ? across.tail : 1);
      const alpha = share * data[at + 3]!;
      red += alpha * LIGHT_OF_BYTE[data[at]!]!;
      green += alpha * LIGHT_OF_BYTE[data[at + 1]!]!;
      blue += alpha * LIGHT_OF_BYTE[data[at + 2]!]!;
      opaque += alpha;
    }
  }
  means[to] = red / (opaque || 1);
  means[to + 1] = green / (opaque || 1);
  means[to + 2] = blue / (opaque || 1);
  return Math.round(opaque * across.scale * down.scale);
};

/** Hues of linear colors whose saturation is multiplied. */
export const huesOf = (means: Float64Array, saturation: number): Hues => {
  const hues = noHues(means.length / 3);
  for (let cell = 0, at = 0; at < means.length; cell++, at += 3) {
    const [red, green, blue] = [means[at]!, means[at + 1]!, means[at + 2]!];
    const gray = luminance(red, green, blue);
    const more = (light: number): number => gray + (light - gray) * saturation;
    setHue(hues, cell, more(red), more(green), more(blue));
  }
  return hues;
};

/** Space for the hues of so many cells. */
export const noHues = (cells: number): Hues => ({ hue: new Float32Array(3 * cells), most: new Float32Array(cells) });

/** Sets the hue of a cell to that of a linear color. */
export const setHue = ({ hue, most }: Hues, cell: number, red: number, green: number, blue: number): void => {
  const neutral = Math.max(0, NEUTRAL - Math.max(red, green, blue) / 40);
  const r = Math.min(1, Math.max(0, red)) + neutral;
  const g = Math.min(1, Math.max(0, green)) + neutral;
  const b = Math.min(1, Math.max(0, blue)) + neutral;
  const own = luminance(r, g, b);
  hue[3 * cell] = r / own;
  hue[3 * cell + 1] = g / own;
  hue[3 * cell + 2] = b / own;
  most[cell] = own / Math.max(r, g, b);
};

/** Gray mixed into black, and less of it into nearly black colors: their hue is noise. */
const NEUTRAL = 0.0005;
