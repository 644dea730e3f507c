import type { Point } from "./fit.ts";

/** Two fingers: the point between them, and how far apart they are. */
export type Pinch = { readonly middle: Point; readonly apart: number };

export const pinchOf = (one: Point, other: Point): Pinch => ({
  middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
  // fingers are never on one point, whatever a screen says
  apart: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)),
});
