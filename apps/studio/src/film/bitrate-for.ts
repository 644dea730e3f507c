import type { VideoSize } from "./film-size.ts";

/** Bits of a pixel of each frame. Characters are nothing but edges: this is three times what a film of the same size gets. */
const BITS_A_PIXEL = 0.2;

/** Bits a second that a film of characters is given. */
export const bitrateFor = ({ width, height }: VideoSize, fps: number): number =>
  Math.round(width * height * Math.min(fps, 60) * BITS_A_PIXEL);
