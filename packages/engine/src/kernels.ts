import { bilateral } from "./math/bilateral.ts";
import { blur } from "./math/gaussian.ts";
import type { Plane, Planes } from "./plane.ts";
import type { FitCells } from "./search/cell-task.ts";
import { fitCells } from "./search/fit-cell.ts";
import { type Stamp, stamp } from "./search/grid-light.ts";
import type { Sweeper } from "./search/search.ts";
import { SWEEPER } from "./search/sweep.ts";
import { PART_LOOPS, type PartLoops } from "./stages/part-loops.ts";

/**
 * The most expensive loops; a host may replace them with faster ones. All kernels give the same
 * bytes.
 */
export type Kernels = Sweeper &
  PartLoops & {
    readonly bilateral: (plane: Plane, planes?: Planes) => Plane;
    /** Separable blur with the weights of `blurTaps`. */
    readonly blur: (plane: Plane, taps: Float32Array, planes?: Planes) => Plane;
    readonly stamp: Stamp;
    readonly fitCells: FitCells;
  };

/** Kernels in TypeScript, which run anywhere. */
export const PLAIN_KERNELS: Kernels = { ...SWEEPER, ...PART_LOOPS, bilateral, blur, stamp, fitCells };
