import type { Charset, GridSize, RenderParams } from "@lumiglyph/contract";

/** A picture of characters, read back: what every decoder looks at. */
export type Page = {
  readonly size: GridSize;
  readonly charset: Charset;
  /** The glyph of each cell, row by row from the top left: indexes into the atlas. */
  readonly glyphs: Uint8Array;
  /** sRGB bytes, three a cell, or null where the art has no colors. */
  readonly chroma: Uint8Array | null;
  /** Light and dark have changed places. */
  readonly inverted: boolean;
  /** Error diffusion placed the glyphs, by their light alone: their shapes say nothing. */
  readonly diffused: boolean;
  /** All that it was drawn with, or null where the art does not say. */
  readonly params: RenderParams | null;
};

/** What a reader may know of art that does not say it itself. */
export type Hints = {
  readonly charset?: Charset | undefined;
  readonly inverted?: boolean | undefined;
  readonly diffused?: boolean | undefined;
};

/** Art that cannot be decoded; its message is a sentence for whoever sent it, and repeats nothing of theirs but numbers. */
export class UnreadableArt extends Error {}

/** Mean and variance of the light around each cell. */
type Surroundings = { readonly mean: Float32Array; readonly variance: Float32Array };

/** Taken over each cell and its eight neighbors, which count 4, 2 and 1 of 16. Beyond the border the outermost cells go on. */
export const surroundingsOf = (light: Float32Array, { columns, rows }: GridSize): Surroundings => {
  const mean = new Float32Array(light.length);
  const variance = new Float32Array(light.length);
  for (let row = 0, cell = 0; row < rows; row++) {
    const above = row === 0 ? 0 : -columns;
    const below = row === rows - 1 ? 0 : columns;
    for (let column = 0; column < columns; column++, cell++) {
      const left = column === 0 ? cell : cell - 1;
      const right = column === columns - 1 ? cell : cell + 1;
      const own = light[cell]!;
      const n = light[cell + above]!;
      const e = light[right]!;
      const s = light[cell + below]!;
      const w = light[left]!;
      const ne = light[right + above]!;
      const se = light[right + below]!;
      const sw = light[left + below]!;
      const nw = light[left + above]!;
      const middle = (4 * own + 2 * (n + e + s + w) + ne + se + sw + nw) / 16;
      const beside = 2 * (n * n + e * e + s * s + w * w);
      const square = (4 * own * own + beside + ne * ne + se * se + sw * sw + nw * nw) / 16;
      mean[cell] = middle;
      variance[cell] = Math.max(0, square - middle * middle);
    }
  }
  return { mean, variance };
};
