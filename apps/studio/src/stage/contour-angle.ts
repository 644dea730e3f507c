import type { Proof } from "../darkroom/darkroom.ts";
import type { Cell } from "./cells.ts";

/**
 * The angle of the contour through a cell, 0 to 180 degrees counterclockwise from the horizontal, by the differences of
 * its neighbors' tones; null where the picture is flat.
 */
export const contourAngle = ({ tones, size, levels }: Proof, { column, row }: Cell): number | null => {
  const tone = (x: number, y: number): number =>
    tones[Math.min(size.rows - 1, Math.max(0, y)) * size.columns + Math.min(size.columns - 1, Math.max(0, x))]!;
  const across = tone(column + 1, row) - tone(column - 1, row);
  // a cell is twice as high as wide
  const down = (tone(column, row + 1) - tone(column, row - 1)) / 2;
  if (Math.hypot(across, down) < FLAT * (levels.white - levels.black)) return null;
  const angle = (Math.atan2(across, down) * 180) / Math.PI;
  return (angle + 360) % 180;
};

/** Difference over two cells, as a share of the picture's range, up to which it is noise: the engine's own limit for a sample. */
const FLAT = 0.04;
