import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import type { Contours, Frame } from "../frame.ts";
import { sobel } from "../math/sobel.ts";
import type { Stage } from "../stage.ts";

/** Finds the direction of the contour through each cell, by the structure tensor of its samples. */
export const structure: Stage = {
  name: "structure",
  says: "contour direction of each cell, for the directional glyphs",
  wanted: (params) => params.structure > 0,
  run: (frame) => ({ ...frame, contours: contoursOf(frame) }),
};

/** Tone difference a sample below which a cell counts as flat: noise has directions too. */
const FLAT = 0.01;

const contoursOf = ({ tone, size }: Frame): Contours => {
  const { dx, dy } = sobel(tone);
  const direction = new Uint8Array(size.columns * size.rows);
  const strength = new Float32Array(direction.length);
  for (let row = 0, cell = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++, cell++) {
      let xx = 0;
      let yy = 0;
      let xy = 0;
      for (let y = 0; y < CELL_HEIGHT; y++) {
        let at = (row * CELL_HEIGHT + y) * tone.width + column * CELL_WIDTH;
        for (let x = 0; x < CELL_WIDTH; x++, at++) {
          const gx = dx.data[at]!;
          const gy = dy.data[at]!;
          xx += gx * gx;
          yy += gy * gy;
          xy += gx * gy;
        }
      }
      const energy = xx + yy;
      if (energy < FLAT * FLAT * CELL_WIDTH * CELL_HEIGHT) continue;
      const coherence = Math.sqrt((xx - yy) * (xx - yy) + 4 * xy * xy) / energy;
      strength[cell] = coherence * Math.min(1, Math.sqrt(energy / (CELL_WIDTH * CELL_HEIGHT)) / (4 * FLAT));
      direction[cell] = 1 + directionOf(xx - yy, 2 * xy);
    }
  }
  return { direction, strength };
};

/** Index into - / | \ of the contour, which runs across the gradient whose doubled angle has this cosine and sine. */
const directionOf = (cosine: number, sine: number): number => {
  if (Math.abs(cosine) >= Math.abs(sine)) return cosine < 0 ? 0 : 2;
  return sine > 0 ? 1 : 3;
};
