import type { Raster } from "@lumiglyph/engine";
import { noise } from "../support/rasters.ts";

/** The grid of the live tests, in cells. */
export const GRID = { columns: 120, rows: 60 } as const;

/** The tone, 0 to 1, at a position in cells from the top left. */
export type Scene = (column: number, row: number) => number;

/** Waves of many lengths and all grays, without edges. */
export const WAVES: Scene = (column, row) =>
  0.5 +
  0.25 * Math.sin(0.09 * column + 0.05 * row) +
  0.15 * Math.sin(0.31 * column - 0.17 * row) +
  0.08 * Math.sin(0.6 * row);

/** Noise by its effect on a cell's mean, as a standard deviation on the perceptual scale. */
export type Noise = {
  /** Independent per pixel, like sensor noise. */
  readonly grain?: number;
  /** The same for a whole cell, like coarse compression. */
  readonly blocks?: number;
};

/** A camera with noise: images of scenes in `GRID`'s size, 2 × 4 pixels per cell. Deterministic per seed. */
export const createCamera = ({ grain = 0, blocks = 0 }: Noise, seed = 7): ((scene: Scene) => Raster) => {
  const normal = createNormal(seed);
  const shifts = new Float64Array(GRID.columns * GRID.rows);
  const own = grain * Math.sqrt(ACROSS * DOWN);
  let last: Scene | null = null;
  let tones = new Float64Array();
  return (scene) => {
    if (scene !== last) tones = tonesOf(scene);
    last = scene;
    if (blocks > 0) for (let cell = 0; cell < shifts.length; cell++) shifts[cell] = blocks * normal();
    const data = new Uint8Array(4 * tones.length);
    const pixels = new DataView(data.buffer);
    for (let i = 0; i < tones.length; i++) {
      const tone = tones[i]! + (blocks > 0 ? shifts[cellAt(i)]! : 0) + (own > 0 ? own * normal() : 0);
      const byte = Math.round(255 * Math.min(1, Math.max(0, tone)));
      pixels.setUint32(4 * i, byte * 0x01_01_01_00 + 0xff);
    }
    return { width: WIDTH, height: DOWN * GRID.rows, data };
  };
};

const tonesOf = (scene: Scene): Float64Array<ArrayBuffer> =>
  Float64Array.from({ length: WIDTH * DOWN * GRID.rows }, (_, i) =>
    scene(((i % WIDTH) + 0.5) / ACROSS, (Math.floor(i / WIDTH) + 0.5) / DOWN),
  );

const cellAt = (i: number): number => Math.floor(i / WIDTH / DOWN) * GRID.columns + Math.floor((i % WIDTH) / ACROSS);

const ACROSS = 2;
const DOWN = 4;
const WIDTH = ACROSS * GRID.columns;

/** Normally distributed numbers (Marsaglia and Bray, 1964). */
export const createNormal = (seed: number): (() => number) => {
  const next = noise(seed);
  let spare = Number.NaN;
  return () => {
    if (!Number.isNaN(spare)) {
      const value = spare;
      spare = Number.NaN;
      return value;
    }
    let [x, y, square] = [0, 0, 0];
    while (square === 0 || square >= 1) {
      x = 2 * next() - 1;
      y = 2 * next() - 1;
      square = x * x + y * y;
    }
    const scale = Math.sqrt((-2 * Math.log(square)) / square);
    spare = scale * y;
    return scale * x;
  };
};
