import type { Frame } from "../frame.ts";
import { percentile } from "../math/percentile.ts";
import { percept } from "../math/srgb.ts";
import { mapPlane } from "../plane.ts";
import type { Stage } from "../stage.ts";

/**
 * Percentile auto-levels on the perceptual scale: at `autoLevels` 1 the darkest hundredth becomes black and the brightest
 * fiftieth the densest glyph; at 0 the picture keeps its own tones. Transparent samples have no say.
 */
export const levels: Stage = {
  name: "levels",
  says: "percentile histogram stretch on the perceptual scale",
  wanted: () => true,
  run: (frame, { autoLevels }) => {
    const tone = mapPlane(frame.light, percept);
    if (autoLevels === 0) return { ...frame, tone };
    const counts = histogramOf({ ...frame, tone });
    const black = (autoLevels * percentile(counts, DARK_SHARE)) / (BINS - 1);
    const white = 1 - autoLevels * (1 - percentile(counts, BRIGHT_SHARE) / (BINS - 1));
    const scale = 1 / Math.max(LEAST_RANGE, white - black);
    return { ...frame, tone: mapPlane(tone, (value) => (value - black) * scale) };
  },
};

const BINS = 1024;
const DARK_SHARE = 0.01;
const BRIGHT_SHARE = 0.98;

/** A flatter picture than this is left flat: stretching it would show nothing but its noise. */
const LEAST_RANGE = 0.02;

const histogramOf = ({ tone, opacity }: Frame): Uint32Array => {
  const counts = new Uint32Array(BINS);
  for (let i = 0; i < tone.data.length; i++) {
    if (opacity !== null && opacity.data[i]! < 0.5) continue;
    const bin = Math.floor(tone.data[i]! * (BINS - 1) + 0.5);
    counts[bin] = counts[bin]! + 1;
  }
  return counts;
};
