import { changed, type Plane } from "./plane.ts";
import type { KnownParams } from "./response.ts";

/** Tones become bright lines where they are steep (Sobel); inverted, dark lines on what the picture covers. */
export const lineArt = (tones: Plane, opacity: Plane, { edgeStrength, invert }: KnownParams): Plane =>
  changed(tones, (_, i) => {
    const line = Math.min(1, Math.max(0, 4 * edgeStrength * steepness(tones, i) - 0.15));
    return invert ? opacity.data[i]! * (1 - line) : line;
  });

/** Change of tone from one sample to the next; beyond the border the outermost samples go on. */
const steepness = ({ width, height, data }: Plane, place: number): number => {
  const [x, y] = [place % width, Math.floor(place / width)];
  const at = (across: number, down: number): number => {
    const column = Math.min(width - 1, Math.max(0, x + across));
    return data[Math.min(height - 1, Math.max(0, y + down)) * width + column]!;
  };
  const across = at(1, -1) - at(-1, -1) + 2 * (at(1, 0) - at(-1, 0)) + at(1, 1) - at(-1, 1);
  const down = at(-1, 1) - at(-1, -1) + 2 * (at(0, 1) - at(0, -1)) + at(1, 1) - at(1, -1);
  return Math.hypot(across, down) / 8;
};
