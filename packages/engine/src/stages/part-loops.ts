import { CELL_GRID } from "../cells.ts";
import type { Span } from "../math/area.ts";
import { byteOfLight, fromTone, LIGHT_OF_BYTE, luminance, toTone } from "../math/srgb.ts";
import { type Plane, type Planes, type Planes3, within } from "../plane.ts";
import type { Raster } from "../raster.ts";

/** Loops over the parts of cells; their twin is assembly/parts.ts. */
export type PartLoops = {
  /** Starts to reduce an opaque picture whose columns are these spans. Valid until the next call of any kernel. */
  readonly partRows: (across: readonly Span[], width: number) => PartRows;
  /** The tones of the parts on black. */
  readonly partTones: (parts: Raster, planes: Planes) => Plane;
  /** The colors of parts in these tones, as sRGB values. */
  readonly partColors: (parts: Raster, toned: Plane, isPaper: boolean, saturation: number, planes: Planes) => Planes3;
  /**
   * Blends parts into the believed ones, in 128ths of a byte, by a share for each cell, in
   * 32,768ths. Replaces a cell if the sum of one of its channels changed by more than `noise`.
   * Writes the result as bytes.
   */
  readonly blendParts: (
    believed: Uint16Array,
    parts: Raster,
    shares: Int32Array,
    noise: number,
    out: Uint8Array,
  ) => void;
};

/** Rows of pixels that become rows of parts. */
type PartRows = {
  /** Reads a row of pixels. */
  readonly read: (pixels: Raster["data"]) => void;
  /** Adds the row that was read last to the row of parts. */
  readonly add: (weight: number) => void;
  /** Writes the row of parts, whose height counts as `scale`, and starts the next one. */
  readonly write: (scale: number, out: Uint8Array, at: number) => void;
};

/** The loops in TypeScript. */
export const PART_LOOPS: PartLoops = {
  partRows: (across) => {
    const light = new Float64Array(3 * across.length);
    const sums = new Float64Array(light.length);
    return {
      read: (pixels) => readRow(pixels, across, light),
      add: (weight) => {
        for (let i = 0; i < sums.length; i++) sums[i] = sums[i]! + weight * light[i]!;
      },
      write: (scale, out, at) => {
        for (let column = 0, i = 0, to = at; column < across.length; column++, i += 3, to += 4) {
          const share = across[column]!.scale * scale;
          for (let k = 0; k < 3; k++) out[to + k] = byteOfLight(sums[i + k]! * share);
          out[to + 3] = 255;
        }
        sums.fill(0);
      },
    };
  },
  partTones: ({ width, height, data }, planes) => {
    const tones = planes(width, height);
    for (let i = 0, at = 0; i < tones.data.length; i++, at += 4) {
      const [red, green, blue] = [
        LIGHT_OF_BYTE[data[at]!]!,
        LIGHT_OF_BYTE[data[at + 1]!]!,
        LIGHT_OF_BYTE[data[at + 2]!]!,
      ];
      tones.data[i] = toTone(luminance(red, green, blue) * (data[at + 3]! / 255));
    }
    return tones;
  },
  partColors: ({ width, height, data }, toned, isPaper, saturation, planes) => {
    const colors: Planes3 = [planes(width, height), planes(width, height), planes(width, height)];
    const [reds, greens, blues] = [colors[0].data, colors[1].data, colors[2].data];
    for (let i = 0, at = 0; i < reds.length; i++, at += 4) {
      const alpha = data[at + 3]! / 255;
      // transparent areas show the white paper
      const paper = isPaper ? 1 - alpha : 0;
      const red = alpha * LIGHT_OF_BYTE[data[at]!]! + paper;
      const green = alpha * LIGHT_OF_BYTE[data[at + 1]!]! + paper;
      const blue = alpha * LIGHT_OF_BYTE[data[at + 2]!]! + paper;
      const light = luminance(red, green, blue);
      const shown = within(toned.data[i]!, 0, 1);
      const gain = fromTone(isPaper ? 1 - shown : shown) / (light + BLACK);
      reds[i] = toTone(gain * (light + BLACK + (red - light) * saturation));
      greens[i] = toTone(gain * (light + BLACK + (green - light) * saturation));
      blues[i] = toTone(gain * (light + BLACK + (blue - light) * saturation));
    }
    return colors;
  },
  blendParts: (believed, { width, data }, shares, noise, out) => {
    const columns = width / CELL_GRID.columns;
    for (let cell = 0; cell < shares.length; cell++) {
      const corner = 4 * (Math.floor(cell / columns) * CELL_GRID.rows * width + (cell % columns) * CELL_GRID.columns);
      const share = isOtherColor(believed, data, corner, width, noise) ? 32768 : shares[cell]!;
      for (let y = 0, at = corner; y < CELL_GRID.rows; y++, at += 4 * width) {
        for (let i = at; i < at + 4 * CELL_GRID.columns; i++) {
          believed[i] = believed[i]! + ((share * (128 * data[i]! - believed[i]!) + (1 << 14)) >> 15);
          out[i] = (believed[i]! + 64) >> 7;
        }
      }
    }
  },
};

/** Light below which a color gradually loses weight. */
const BLACK = 1e-5;

/** Adds up the light of a row of pixels in the columns of the parts. */
const readRow = (data: Raster["data"], across: readonly Span[], out: Float64Array): void => {
  for (let column = 0, to = 0; column < across.length; column++, to += 3) {
    const { first, last, head, tail } = across[column]!;
    let at = 4 * first;
    let red = head * LIGHT_OF_BYTE[data[at]!]!;
    let green = head * LIGHT_OF_BYTE[data[at + 1]!]!;
    let blue = head * LIGHT_OF_BYTE[data[at + 2]!]!;
    for (let x = first + 1; x < last; x++) {
      at += 4;
      red += LIGHT_OF_BYTE[data[at]!]!;
      green += LIGHT_OF_BYTE[data[at + 1]!]!;
      blue += LIGHT_OF_BYTE[data[at + 2]!]!;
    }
    if (last > first) {
      at += 4;
      red += tail * LIGHT_OF_BYTE[data[at]!]!;
      green += tail * LIGHT_OF_BYTE[data[at + 1]!]!;
      blue += tail * LIGHT_OF_BYTE[data[at + 2]!]!;
    }
    out[to] = red;
    out[to + 1] = green;
    out[to + 2] = blue;
  }
};

/** Whether a channel of a cell changed by more than noise. */
const isOtherColor = (
  believed: Uint16Array,
  now: Raster["data"],
  corner: number,
  width: number,
  noise: number,
): boolean => {
  for (let channel = 0; channel < 4; channel++) {
    let sum = 0;
    for (let y = 0, at = corner + channel; y < CELL_GRID.rows; y++, at += 4 * width) {
      for (let i = at; i < at + 4 * CELL_GRID.columns; i += 4) sum += 128 * now[i]! - believed[i]!;
    }
    if (Math.abs(sum) > noise) return true;
  }
  return false;
};
