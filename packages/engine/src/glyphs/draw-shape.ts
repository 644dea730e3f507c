import type { Shape } from "./mosaics.ts";

/** Ink coverage of the pixels of a cell, 0 to 255, row by row: rectangles of whole pixels, as terminals draw them. */
export const drawShape = ({ across, down, bits, share }: Shape, width: number, height: number): Uint8Array =>
  new Uint8Array(width * height).map((_, i) => {
    const column = Math.floor((((i % width) + 0.5) / width) * across);
    const row = Math.floor(((Math.floor(i / width) + 0.5) / height) * down);
    return ((bits >> (row * across + column)) & 1) * Math.round(255 * share);
  });
