import { CELL_PARTS } from "../cells.ts";

/** The cell that is being matched. Colors are sRGB values from 0 to 1. */
export type CellRoom = {
  /** Colors of its parts, channel by channel; their means and ends. */
  readonly parts: Float64Array;
  readonly mean: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Mean linear light of each channel. */
  readonly light: Float64Array;
  /** Its parts along one color axis. */
  readonly along: Float64Array;
  /** The two colors that it gets. */
  readonly ink: Float64Array;
  readonly ground: Float64Array;
};

/** Length of a room's numbers. */
export const ROOM: number = 4 * CELL_PARTS + 6 * 3;

/** Lays a room out over these numbers, in the same positions as assembly/fit.ts. */
export const cellRoom = (numbers: Float64Array): CellRoom => {
  const color = (index: number): Float64Array => numbers.subarray(4 * CELL_PARTS + 3 * index).subarray(0, 3);
  return {
    parts: numbers.subarray(0, 3 * CELL_PARTS),
    along: numbers.subarray(3 * CELL_PARTS, 4 * CELL_PARTS),
    ...{ mean: color(0), low: color(1), high: color(2), light: color(3), ink: color(4), ground: color(5) },
  };
};

/** Moves all parts of a channel. */
export const shiftParts = ({ parts, mean, low, high }: CellRoom, channel: number, shift: number): void => {
  const first = channel * CELL_PARTS;
  for (let at = first; at < first + CELL_PARTS; at++) parts[at] = parts[at]! + shift;
  for (const one of [mean, low, high]) one[channel] = one[channel]! + shift;
};

/** How bright a color of sRGB values looks. */
export const brightness = (color: Float64Array): number => 0.2126 * color[0]! + 0.7152 * color[1]! + 0.0722 * color[2]!;
