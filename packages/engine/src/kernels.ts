import { blur } from "./math/blur.ts";
import type { Plane, Planes } from "./plane.ts";
import { type Stamp, stamp } from "./search/page-light.ts";
import { SWEEPER, type Sweeper } from "./search/sweeper.ts";
import { bilateral } from "./stages/denoise.ts";

/** The loops that cost the most, so that a host may bring faster ones. All kernels give the same bytes. */
export type Kernels = Sweeper & {
  readonly bilateral: (plane: Plane, planes?: Planes) => Plane;
  /** A separable blur by the weights of `blurTaps`. */
  readonly blur: (plane: Plane, taps: Float32Array, planes?: Planes) => Plane;
  readonly stamp: Stamp;
};

/** Kernels in TypeScript: they need nothing of their host. */
export const PLAIN_KERNELS: Kernels = { ...SWEEPER, bilateral, blur, stamp };
