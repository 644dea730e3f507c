import type { Plane } from "./plane.ts";
import { normalized, resample, type Span } from "./resample.ts";

/** The plane at another size, each sample the exact mean of the area it covers. */
export const resizeByArea = (plane: Plane, width: number, height: number): Plane =>
  resample(plane, areaSpans(plane.width, width), areaSpans(plane.height, height));

/** Far less than any share of a sample that counts, far more than the rounding of a quotient. */
const ROUNDING = 1e-9;

const areaSpans = (from: number, to: number): Span[] =>
  Array.from({ length: to }, (_, index) => {
    const start = (index * from) / to;
    const end = ((index + 1) * from) / to;
    const first = Math.floor(start + ROUNDING);
    const last = Math.min(from, Math.ceil(end - ROUNDING));
    const weights = Float64Array.from(
      { length: last - first },
      (_, i) => Math.min(end, first + i + 1) - Math.max(start, first + i),
    );
    return normalized({ first, weights });
  });
