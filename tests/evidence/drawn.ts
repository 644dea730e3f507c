import { type Calibration, inkOf } from "./calibration.ts";
import { densestOf } from "./charsets.ts";
import type { Response } from "./response.ts";
import { type Wanted, wantedLight } from "./wanted.ts";

/** Root mean square distance of the light of each cell's glyph to what the cell wanted, the densest glyph's being 1. */
export const drawnError = ({ lines, glyphs }: Response, wanted: Wanted, calibration: Calibration): number => {
  const densest = densestOf(glyphs.charset, calibration);
  const light = wantedLight(wanted, densest);
  const inks = lines.flatMap((line) => [...line]).map((glyph) => inkOf(calibration, glyph) / densest);
  return Math.sqrt(inks.reduce((sum, ink, cell) => sum + (ink - light[cell]!) ** 2, 0) / inks.length);
};
