import type { Charset, GridSize } from "@lumiglyph/contract";
import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import type { Contours } from "../frame.ts";
import { CHARSET_GLYPHS } from "../glyphs/charsets.ts";
import { DIRECTIONAL } from "../glyphs/directional.ts";
import type { Plane } from "../plane.ts";
import type { Stage } from "../stage.ts";

/** Finds the direction of the contour through each cell, by the structure tensor of its samples. */
export const structure: Stage = {
  name: "structure",
  says: "contour direction of each cell, for the directional glyphs",
  wanted: ({ structure, dither, charset }) => structure > 0 && !dither && hasDirections(charset),
  run: (frame) => ({ ...frame, contours: contoursOf(frame.tone, frame.size) }),
};

/** Only charsets that have one of them can follow a contour. */
const hasDirections = (charset: Charset): boolean =>
  DIRECTIONAL.some((glyph) => CHARSET_GLYPHS[charset].includes(glyph));

/** Tone difference a sample below which a cell counts as flat: noise has directions too. */
const FLAT = 0.01;

const SAMPLES = CELL_WIDTH * CELL_HEIGHT;

/** The contours through the cells of a picture, or through those of them that are not 0 in `wanted`. */
export const contoursOf = (tone: Plane, size: GridSize, wanted: Uint8Array | null = null): Contours => {
  const direction = new Uint8Array(size.columns * size.rows);
  const strength = new Float32Array(direction.length);
  for (let row = 0, cell = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++, cell++) {
      if (wanted !== null && wanted[cell] === 0) continue;
      const { xx, yy, xy } = tensorOf(tone, column * CELL_WIDTH, row * CELL_HEIGHT);
      const energy = xx + yy;
      if (energy < FLAT * FLAT * SAMPLES) continue;
      const coherence = Math.sqrt((xx - yy) * (xx - yy) + 4 * xy * xy) / energy;
      strength[cell] = coherence * Math.min(1, Math.sqrt(energy / SAMPLES) / (4 * FLAT));
      direction[cell] = 1 + directionOf(xx - yy, 2 * xy);
    }
  }
  return { direction, strength };
};

/** Structure tensor of the cell that begins here, of central differences: the view is smooth enough. */
const tensorOf = (plane: Plane, left: number, top: number) => {
  const { width, height, data } = plane;
  if (left === 0 || top === 0 || left + CELL_WIDTH === width || top + CELL_HEIGHT === height) {
    return borderTensor(plane, left, top);
  }
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let y = 0, row = top * width + left; y < CELL_HEIGHT; y++, row += width) {
    for (let i = row; i < row + CELL_WIDTH; i++) {
      const gx = (data[i + 1]! - data[i - 1]!) / 2;
      const gy = (data[i + width]! - data[i - width]!) / 2;
      xx += gx * gx;
      yy += gy * gy;
      xy += gx * gy;
    }
  }
  return { xx, yy, xy };
};

/** The same at the border, where differences are one-sided. */
const borderTensor = ({ width, height, data }: Plane, left: number, top: number) => {
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let y = top; y < top + CELL_HEIGHT; y++) {
    const above = y > 0 ? y - 1 : y;
    const below = y < height - 1 ? y + 1 : y;
    for (let x = left; x < left + CELL_WIDTH; x++) {
      const west = x > 0 ? x - 1 : x;
      const east = x < width - 1 ? x + 1 : x;
      const gx = (data[y * width + east]! - data[y * width + west]!) / (east - west);
      const gy = (data[below * width + x]! - data[above * width + x]!) / (below - above);
      xx += gx * gx;
      yy += gy * gy;
      xy += gx * gy;
    }
  }
  return { xx, yy, xy };
};

/** Index into - / | \ of the contour, which runs across the gradient whose doubled angle has this cosine and sine. */
const directionOf = (cosine: number, sine: number): number => {
  if (Math.abs(cosine) >= Math.abs(sine)) return cosine < 0 ? 0 : 2;
  return sine > 0 ? 1 : 3;
};
