import { workingHeight, workingWidth } from "../cells.ts";
import { mapPlane, type Plane } from "../plane.ts";
import { pageLight } from "../search/page-light.ts";
import { enlarge } from "./enlarge.ts";
import type { Page } from "./page.ts";
import { surroundingsOf } from "./surroundings.ts";
import { withoutTexture } from "./texture.ts";
import { cellLight } from "./tone.ts";

/** A page's light finer than its cells, `CELL_WIDTH` × `CELL_HEIGHT` samples each, the densest glyph's being 1. */
export type Form = {
  /** What the cells stand for, evenly from one to the next. */
  readonly even: Plane;
  /** The same with the form that the glyphs' shapes give it. */
  readonly formed: Plane;
};

/**
 * Where the picture has an edge, its form is where in their cells the glyphs have their light. Where it is even, that is
 * only their texture, and what the cells stand for goes through.
 */
export const formOf = (page: Page): Form => {
  const cells = cellLight(page);
  const finer = (plane: Plane): Plane => enlarge(plane, workingWidth(page.size.columns), workingHeight(page.size.rows));
  const even = finer(cells);
  if (page.diffused) return { even, formed: even };
  const seen = withoutTexture(pageLight(page.glyphs, page.size), even);
  const variance = finer({ ...cells, data: surroundingsOf(cells.data, page.size).variance });
  const formed = mapPlane(variance, (value) => Math.max(0, value) / (Math.max(0, value) + EDGE));
  for (let i = 0; i < formed.data.length; i++) {
    const own = even.data[i]!;
    formed.data[i] = own + formed.data[i]! * (seen.data[i]! - own);
  }
  return { even, formed };
};

/** Variance of the light around a cell at which form and evenness count alike: that of an edge of a fifth of the range. */
const EDGE = 0.01;
