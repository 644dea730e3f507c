import { bellOn } from "./gaussian.ts";
import type { Plane } from "./plane.ts";
import { normalized, resample, type Span } from "./resample.ts";

/** A cell of the page, in pixels. */
export const CELL = { width: 8, height: 16 } as const;

/** How near the viewer is: standard deviation of the eye's blur in pixels, one cell width and half of one. */
const DISTANCES = { full: CELL.width, half: CELL.width / 2 } as const;

export type Distance = keyof typeof DISTANCES;

/** What is seen from each distance: linear light, a sample for each standard deviation of the blur. */
export type View = { readonly [Name in Distance]: Plane };

/** A view, given how to blur for each distance. */
export const viewBy = (blurred: (sigma: number, distance: Distance) => Plane): View => ({
  full: blurred(DISTANCES.full, "full"),
  half: blurred(DISTANCES.half, "half"),
});

/** A picture's light as it is seen. */
export const viewOf = (light: Plane): View =>
  viewBy((sigma) => resample(light, blurSpans(light.width, sigma), blurSpans(light.height, sigma)));

/** What lies beyond the border weighs nothing, rather than counting as black. */
const blurSpans = (length: number, sigma: number): Span[] =>
  Array.from({ length: length / sigma }, (_, index) =>
    normalized(bellOn(length, { center: (index + 0.5) * sigma, sigma })),
  );
