import type { RenderParams } from "@lumiglyph/contract";
import type { Frame } from "../frame.ts";
import { percept, toLight } from "../math/srgb.ts";
import { PARTS, runStages } from "../pipeline.ts";
import { makePlane, type Plane } from "../plane.ts";
import { unwatched, type Watch } from "../stage.ts";
import { view } from "../stages/view.ts";
import { skinCells } from "./skin.ts";

/** Where pages of one picture are drawn with different parameters. */
export type Board = {
  /** The picture before `view`. */
  readonly still: Frame;
  /** The picture as `view` leaves it. */
  readonly seen: Frame;
  /** 1 for each cell that has the color of skin; for all of them where none has. */
  readonly skin: () => Uint8Array;
  readonly draw: (params: RenderParams) => Frame;
  /** Draws the picture with noise over it. */
  readonly redraw: (params: RenderParams) => Frame;
};

/** The board of whole pages, for a picture before and after `view`. */
export const createBoard = (still: Frame, seen: Frame, watch: Watch): Board => ({
  still,
  seen,
  skin: () => skinCells(seen.raster, seen.size),
  draw: (params) => runStages(PARTS.page, seen, params, watch),
  redraw: (params) => runStages(PARTS.page, noisy(still, params), params, unwatched),
});

/** The picture with noise over it, as `view` leaves it. */
const noisy = (still: Frame, params: RenderParams): Frame =>
  view.run({ ...still, light: withNoise(still.light, still.opacity) }, params);

/**
 * A picture's light with noise over it, as a camera has it: of standard deviation `NOISE` on the perceptual scale, nearly
 * normal, independent from sample to sample and always the same. What is transparent stays so: light is at most opacity.
 */
export const withNoise = ({ width, height, data }: Plane, opacity: Plane | null): Plane => {
  const out = makePlane(width, height);
  for (let i = 0; i < data.length; i++) {
    const tone = percept(data[i]!) + NOISE * nearlyNormal(i);
    out.data[i] = Math.min(opacity?.data[i] ?? 1, toLight(Math.min(1, Math.max(0, tone))));
  }
  return out;
};

const NOISE = 0.02;

/** The sum of the four bytes of a hash, less its mean, over its spread (Irwin and Hall). */
const nearlyNormal = (index: number): number => {
  const hash = mix(index + 1);
  const sum = (hash & 255) + ((hash >>> 8) & 255) + ((hash >>> 16) & 255) + (hash >>> 24);
  return (sum - 510) / 147.8;
};

/** The finalizer of MurmurHash3: every bit of the index moves every bit of the hash. */
const mix = (value: number): number => {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};
