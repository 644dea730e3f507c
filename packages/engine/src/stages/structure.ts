import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import type { Contours } from "../contours.ts";
import type { PipelineState } from "../pipeline-state.ts";
import type { Plane } from "../plane.ts";
import type { Stage } from "../stage.ts";
import { drawsInks } from "./color.ts";

/** Finds even cells, and the direction of the contour through each of the others. */
export const structure: Stage = {
  name: "structure",
  summary: "even cells, and the directions of contours",
  wanted: ({ structure, dither }) => structure > 0 || !dither,
  run: (state, params) => ({ ...state, contours: contoursOf(state, drawsInks(params)) }),
};

/** A cell is even if its tones differ by less than this before the stretch. */
const EVEN = 0.0108;

/** RMS slope, in tone per sample, below which a contour is too faint to draw, and from which on it counts as fully clear. */
const FAINT = 0.03;
const CLEAR = 0.2;

/** Required coherence of the slopes in a cell, 0 to 1. */
const COHERENT = 0.5;

const SAMPLES = CELL_WIDTH * CELL_HEIGHT;

/**
 * Contours of all cells, or of those that are not 0 in `wanted`, by the structure tensor of each
 * cell. In color, cells without a contour are even: inks show their detail without another glyph.
 */
export const contoursOf = (
  { tone, size, leveling }: Pick<PipelineState, "tone" | "size" | "leveling">,
  inked = false,
  wanted: Uint8Array | null = null,
): Contours => {
  const even = new Uint8Array(size.columns * size.rows);
  const direction = new Uint8Array(even.length);
  const strength = new Float32Array(even.length);
  const { scale } = leveling;
  for (let row = 0, cell = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++, cell++) {
      if (wanted !== null && wanted[cell] === 0) continue;
      measureCell(tone, column * CELL_WIDTH, row * CELL_HEIGHT);
      const { xx, yy, xy, range } = measured;
      const slope = Math.sqrt((xx + yy) / SAMPLES);
      // a line through the middle of a cell has no range within it, but a slope on both sides
      if ((range < EVEN * scale && slope < FAINT * scale) || (inked && slope < FAINT)) {
        even[cell] = 1;
        continue;
      }
      if (slope < FAINT) continue;
      const coherence = Math.sqrt((xx - yy) * (xx - yy) + 4 * xy * xy) / (xx + yy);
      if (coherence < COHERENT) continue;
      strength[cell] = coherence * Math.min(1, slope / CLEAR);
      direction[cell] = 1 + directionOf(xx - yy, 2 * xy);
    }
  }
  return { even, direction, strength };
};

/** The most recently measured cell: its structure tensor, by central differences, and the range of its tones. */
const measured = { xx: 0, yy: 0, xy: 0, range: 0 };

/** Measures the cell at this position. At the border, differences are one-sided. */
const measureCell = ({ width, height, data }: Plane, left: number, top: number): void => {
  let xx = 0;
  let yy = 0;
  let xy = 0;
  let least = data[top * width + left]!;
  let most = least;
  for (let y = top; y < top + CELL_HEIGHT; y++) {
    const above = y > 0 ? -width : 0;
    const below = y < height - 1 ? width : 0;
    const down = above !== 0 && below !== 0 ? 0.5 : 1;
    for (let x = left, i = y * width + left; x < left + CELL_WIDTH; x++, i++) {
      const west = x > 0 ? -1 : 0;
      const east = x < width - 1 ? 1 : 0;
      const gx = (data[i + east]! - data[i + west]!) * (west !== 0 && east !== 0 ? 0.5 : 1);
      const gy = (data[i + below]! - data[i + above]!) * down;
      xx += gx * gx;
      yy += gy * gy;
      xy += gx * gy;
      const own = data[i]!;
      if (own < least) least = own;
      else if (own > most) most = own;
    }
  }
  measured.xx = xx;
  measured.yy = yy;
  measured.xy = xy;
  measured.range = most - least;
};

/**
 * Index into - / | \ of the contour, which is perpendicular to the gradient. Takes the cosine and sine of twice the
 * gradient's angle.
 */
const directionOf = (cosine: number, sine: number): number => {
  if (Math.abs(cosine) >= Math.abs(sine)) return cosine < 0 ? 0 : 2;
  return sine > 0 ? 1 : 3;
};
