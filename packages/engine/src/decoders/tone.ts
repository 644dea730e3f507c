import { ATLAS } from "../glyphs/atlas.ts";
import { percept, toLight } from "../math/srgb.ts";
import { makePlane, type Plane } from "../plane.ts";
import { densestOf } from "../stages/codebook.ts";
import { decodeCells, decodeDiffused } from "./cells.ts";
import type { Page } from "./page.ts";

/** The light that each cell stands for, the densest glyph of the charset being 1; read as the page was drawn. */
export const cellLight = (page: Page): Plane => {
  const { columns: width, rows: height } = page.size;
  const inks = inksOf(page);
  const data = page.diffused ? decodeDiffused(inks, page.size) : decodeCells(inks, page.size, page.glyphs);
  return { width, height, data };
};

/** Linear light, 0 to 1, of the picture that a page's light stands for: even steps of tone again, `invert` undone. */
export const pictureLight = (light: Plane, { charset, inverted }: Page): Plane => {
  const densest = densestOf(charset);
  const out = makePlane(light.width, light.height);
  for (let i = 0; i < out.data.length; i++) {
    const tone = toneOf(light.data[i]!, densest);
    out.data[i] = toLight(inverted ? 1 - tone : tone);
  }
  return out;
};

/** The tone, 0 to 1 in even steps, that light on the scale of the densest glyph stands for: `lightOfTone` undone. */
export const toneOf = (light: number, densest: number): number =>
  Math.min(1, percept(light * densest) / percept(densest));

/** Measured light of each cell's own glyph. */
const inksOf = ({ glyphs, charset }: Page): Float32Array => {
  const densest = densestOf(charset);
  return Float32Array.from(glyphs, (glyph) => ATLAS.tone[glyph]! / densest);
};
