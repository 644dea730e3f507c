import type { Plane } from "./plane.ts";
import { SWEEPER, type Sweeper } from "./search/search.ts";
import { bilateral } from "./stages/bilateral.ts";

/** The loops that cost the most, so that a host may bring faster ones. All kernels give the same bytes. */
export type Kernels = Sweeper & {
  readonly bilateral: (plane: Plane, amount: number) => Plane;
};

/** Kernels in TypeScript: they need nothing of their host. */
export const PLAIN_KERNELS: Kernels = { ...SWEEPER, bilateral };
