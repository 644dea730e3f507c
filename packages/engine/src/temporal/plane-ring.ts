import { makePlane, type Plane, type Planes } from "../plane.ts";

/** Planes that are handed out anew for every frame. */
export type PlaneRing = {
  readonly take: Planes;
  /** From now on the planes that were taken are free again. */
  readonly rewind: () => void;
};

export const createPlaneRing = (): PlaneRing => {
  const planes: Plane[] = [];
  let taken = 0;
  return {
    take: (width, height) => {
      const known = planes[taken];
      const plane = known?.width === width && known.height === height ? known : makePlane(width, height);
      planes[taken++] = plane;
      return plane;
    },
    rewind: () => {
      taken = 0;
    },
  };
};
