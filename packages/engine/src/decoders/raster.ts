import { DEFAULT_PARAMS, type GridSize } from "@lumiglyph/contract";
import { CELL_HEIGHT, CELL_WIDTH, workingHeight, workingWidth } from "../cells.ts";
import { atlasFor } from "../glyphs/atlas.ts";
import { resizeByArea } from "../math/area.ts";
import { byteOfLight, LIGHT_OF_BYTE, luminance } from "../math/srgb.ts";
import { makePlane, mapPlane, type Plane } from "../plane.ts";
import type { Raster } from "../raster.ts";
import { gridLight, stamp } from "../search/grid-light.ts";
import { type DecodedArt, surroundingsOf } from "./decoded-art.ts";
import { cellLight, pictureLight } from "./tone.ts";

/** Decodes art to one pixel per cell: the light that each cell represents, in the hue of its chroma if it has any. */
export const cellRaster = (art: DecodedArt): Raster => {
  const raster = opaqueRaster(art.size.columns, art.size.rows);
  paintArt(raster, art, pictureLight(cellLight(art), art));
  return raster;
};

/** Size of the decoded picture. `scale` is the width of a cell in pixels, an integer of at least 1. */
export const pictureSize = (
  { size, params }: DecodedArt,
  scale: number,
): { readonly width: number; readonly height: number } => ({
  width: size.columns * scale,
  height: Math.round((size.rows * scale) / (params ?? DEFAULT_PARAMS).cellAspect),
});

/** Decodes art to a picture of the right proportions, finer than its cells: form from the glyphs, color from the chroma. */
export const artRaster = (art: DecodedArt, scale: number): Raster => {
  const { width, height } = pictureSize(art, scale);
  const raster = opaqueRaster(width, height);
  const picture = pictureLight(formOf(art).formed, art);
  paintArt(raster, art, (width < picture.width ? resizeByArea : enlarge)(picture, width, height));
  return raster;
};

/** Red, green and blue. */
const CHANNELS = [0, 1, 2] as const;

const opaqueRaster = (width: number, height: number): Raster => {
  const data = new Uint8Array(width * height * 4);
  for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = 255;
  return { width, height, data };
};

/** Writes light into the raster, colored if the art has chroma. */
const paintArt = (raster: Raster, { chroma, size }: DecodedArt, light: Plane): void => {
  if (chroma === null) paint(raster, CHANNELS, light);
  else for (const channel of CHANNELS) paint(raster, [channel], coloredLight(chroma, channel, size, light));
};

const paint = ({ data }: Raster, channels: readonly number[], light: Plane): void => {
  for (let i = 0; i < light.data.length; i++) {
    const byte = byteOfLight(light.data[i]!);
    for (const channel of channels) data[4 * i + channel] = byte;
  }
};

/** One channel of the light, in the hue of the cells. The chroma gives the hue, the light the brightness. */
const coloredLight = (chroma: Uint8Array, channel: number, { columns, rows }: GridSize, light: Plane): Plane => {
  const cells = makePlane(columns, rows);
  for (let cell = 0, at = 0; cell < cells.data.length; cell++, at += 3) {
    const [red, green, blue] = [chroma[at]!, chroma[at + 1]!, chroma[at + 2]!].map((byte) => LIGHT_OF_BYTE[byte]!);
    const own = LIGHT_OF_BYTE[chroma[at + channel]!]!;
    cells.data[cell] = (own + DARK) / (luminance(red!, green!, blue!) + DARK);
  }
  const out = enlarge(cells, light.width, light.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = out.data[i]! * light.data[i]!;
  return out;
};

/** Light below which a color counts as gray. */
const DARK = 0.001;

/**
 * Removes the texture that all cells share, such as the gaps between rows: each position within a cell gets the same mean
 * light over the grid as the even picture has there (flat-field correction).
 */
export const withoutTexture = (seen: Plane, even: Plane): Plane => {
  const had = lightByPlace(seen);
  const gain = lightByPlace(even).map((light, place) => (had[place]! > 0 ? light / had[place]! : 1));
  const out = makePlane(seen.width, seen.height);
  for (let y = 0, at = 0; y < out.height; y++) {
    for (let x = 0; x < out.width; x++, at++) out.data[at] = seen.data[at]! * gain[placeOf(x, y)]!;
  }
  return out;
};

/** Sum of the light of all cells at each position within a cell. */
const lightByPlace = ({ width, height, data }: Plane): Float64Array => {
  const sums = new Float64Array(CELL_WIDTH * CELL_HEIGHT);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) sums[placeOf(x, y)] = sums[placeOf(x, y)]! + data[at]!;
  }
  return sums;
};

const placeOf = (x: number, y: number): number => (y % CELL_HEIGHT) * CELL_WIDTH + (x % CELL_WIDTH);

/** Light at `CELL_WIDTH` × `CELL_HEIGHT` samples per cell, relative to the densest glyph. */
type Form = {
  /** Light of the cells, interpolated. */
  readonly even: Plane;
  /** Light of the cells, with the form of the glyphs' shapes. */
  readonly formed: Plane;
};

/**
 * At an edge of the picture, the position of a glyph's light within its cell is form. In an even
 * area it is only texture, so the interpolated light is used there.
 */
export const formOf = (art: DecodedArt): Form => {
  const cells = cellLight(art);
  const finer = (plane: Plane): Plane => enlarge(plane, workingWidth(art.size.columns), workingHeight(art.size.rows));
  const even = finer(cells);
  if (art.diffused || art.lights !== null) return { even, formed: even };
  const seen = withoutTexture(
    gridLight(Uint8Array.from(art.glyphs), art.size, stamp, art.inks, atlasFor(art.charset, art.background, art.font)),
    even,
  );
  const variance = finer({ ...cells, data: surroundingsOf(cells.data, art.size).variance });
  const formed = mapPlane(variance, (value) => Math.max(0, value) / (Math.max(0, value) + EDGE));
  for (let i = 0; i < formed.data.length; i++) {
    const own = even.data[i]!;
    formed.data[i] = own + formed.data[i]! * (seen.data[i]! - own);
  }
  return { even, formed };
};

/**
 * Variance of the light around a cell at which form and interpolation count equally: an edge of a
 * fifth of the range.
 */
const EDGE = 0.01;

/** Enlarges a plane by cubic interpolation (Catmull and Rom, 1974). Beyond the border the outermost samples repeat. */
export const enlarge = (plane: Plane, width: number, height: number): Plane =>
  enlargeRows(enlargeColumns(plane, width), height);

const enlargeColumns = ({ width, height, data }: Plane, target: number): Plane => {
  const spots = spotsOf(width, target);
  const out = makePlane(target, height);
  for (let y = 0, to = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < target; x++, to++) {
      const { places: p, weights: w } = spots[x]!;
      out.data[to] =
        w[0]! * data[row + p[0]!]! +
        w[1]! * data[row + p[1]!]! +
        w[2]! * data[row + p[2]!]! +
        w[3]! * data[row + p[3]!]!;
    }
  }
  return out;
};

const enlargeRows = ({ width, height, data }: Plane, target: number): Plane => {
  const out = makePlane(width, target);
  const spots = spotsOf(height, target);
  for (let y = 0, to = 0; y < target; y++) {
    const { places, weights: w } = spots[y]!;
    const [a, b, c, d] = places.map((place) => place * width) as [number, number, number, number];
    for (let x = 0; x < width; x++, to++) {
      out.data[to] = w[0]! * data[a + x]! + w[1]! * data[b + x]! + w[2]! * data[c + x]! + w[3]! * data[d + x]!;
    }
  }
  return out;
};

/** The four samples around the center of a target sample, and their weights. */
type Spot = { readonly places: readonly number[]; readonly weights: readonly number[] };

const spotsOf = (size: number, target: number): readonly Spot[] =>
  Array.from({ length: target }, (_, index) => {
    const position = ((index + 0.5) * size) / target - 0.5;
    const before = Math.floor(position);
    const places = [before - 1, before, before + 1, before + 2].map((place) => Math.max(0, Math.min(size - 1, place)));
    return { places, weights: catmullRom(position - before) };
  });

const catmullRom = (t: number): readonly number[] => {
  const tt = t * t;
  const ttt = tt * t;
  return [(2 * tt - t - ttt) / 2, (2 - 5 * tt + 3 * ttt) / 2, (t + 4 * tt - 3 * ttt) / 2, (ttt - tt) / 2];
};
