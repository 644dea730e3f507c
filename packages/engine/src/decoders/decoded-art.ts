import type { Charset, FontName, GridSize, RenderParams } from "@lumiglyph/contract";
import type { Background } from "../glyphs/atlas.ts";

/** Art that has been read back: what the decoders work on. */
export type DecodedArt = {
  readonly size: GridSize;
  readonly charset: Charset;
  /** The characters used instead of the charset; else none. */
  readonly characters: string;
  /** Glyph of each cell as an index into the atlas, row by row from the top left. In color, mosaics have more glyphs. */
  readonly glyphs: Uint8Array | Uint16Array;
  /** sRGB bytes, three per cell, or null if the art has no colors. */
  readonly chroma: Uint8Array | null;
  /** Luminance of each cell's ink if the page was drawn in color, by glyphs and inks together; else null. */
  readonly inks: Float32Array | null;
  /** Luminance of each cell as a whole if cells have two colors, whose mean is then `chroma`; else null. */
  readonly lights: Float32Array | null;
  readonly background: Background;
  /** The font that the art was matched to. */
  readonly font: FontName;
  /** Whether light and dark are swapped. */
  readonly inverted: boolean;
  /**
   * Whether error diffusion placed the glyphs. It uses only their mean light, so their shapes carry
   * no information.
   */
  readonly diffused: boolean;
  /** The parameters of the render, or null if the art does not state them. */
  readonly params: RenderParams | null;
};

/** What the caller knows about art that does not state it. */
export type Hints = {
  readonly charset?: Charset | undefined;
  readonly background?: Background | undefined;
  readonly inverted?: boolean | undefined;
  readonly diffused?: boolean | undefined;
};

/**
 * Art that cannot be decoded. The message is for the sender and quotes only numbers of the input.
 */
export class UnreadableArt extends Error {}

/** Mean and variance of the light around each cell. */
type Surroundings = { readonly mean: Float32Array; readonly variance: Float32Array };

/** Weighted 4, 2 and 1 of 16 over each cell and its eight neighbors. Beyond the border the outermost cells repeat. */
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
