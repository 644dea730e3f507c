import { type Calibration, inkOf } from "./calibration.ts";
import { densestOf } from "./charsets.ts";
import type { Response } from "./response.ts";

/** Root mean square distance of the light that the cells want, in 256 steps, to the nearest glyph of the codebook. */
export const rmseOf = ({ glyphs }: Response, calibration: Calibration): number => {
  const densest = densestOf(glyphs.charset, calibration);
  const inks = [...glyphs.codebook].map((glyph) => inkOf(calibration, glyph) / densest);
  const nearest = (light: number): number => Math.min(...inks.map((ink) => Math.abs(ink - light)));
  const cells = glyphs.tones.reduce((sum, count) => sum + count, 0);
  return Math.sqrt(glyphs.tones.reduce((sum, count, step) => sum + count * nearest(step / 255) ** 2, 0) / cells);
};
