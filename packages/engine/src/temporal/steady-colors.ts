import { lift } from "../encoders/foreground.ts";
import { luminance, percept } from "../math/srgb.ts";

/** Colors of cells, three bytes a cell. */
export type Colors = {
  /** sRGB colors of the cells. */
  readonly colors: Uint8Array;
  /** Colors to draw their glyphs in: the same hues as bright as they can be. */
  readonly inks: Uint8Array;
};

/**
 * Colors that hold still, for cells whose mean linear colors and whose light's gain are given; the same arrays every time.
 * Null for null, and then what was seen before is forgotten.
 */
export type SteadyColors = (means: Float64Array | null, saturation: number, gain: Float32Array) => Colors | null;

/**
 * Colors are believed as the light is, by the same gain. A change of color alone, which the light does not show, is seen by
 * its size. A color stays as it is until the belief has left it by more than anyone sees.
 */
export const createSteadyColors = (cells: number): SteadyColors => {
  const believed = new Float32Array(3 * cells);
  const colors = new Uint8Array(3 * cells);
  const inks = new Uint8Array(3 * cells);
  let isFirst = true;
  return (means, saturation, gain) => {
    if (means === null) {
      isFirst = true;
      return null;
    }
    for (let cell = 0, at = 0; cell < gain.length; cell++, at += 3) {
      const gray = luminance(means[at]!, means[at + 1]!, means[at + 2]!);
      const red = 255 * percept(gray + (means[at]! - gray) * saturation) - believed[at]!;
      const green = 255 * percept(gray + (means[at + 1]! - gray) * saturation) - believed[at + 1]!;
      const blue = 255 * percept(gray + (means[at + 2]! - gray) * saturation) - believed[at + 2]!;
      const isOther = isFirst || Math.max(Math.abs(red), Math.abs(green), Math.abs(blue)) > ANOTHER;
      const share = isOther ? 1 : gain[cell]!;
      believed[at] = believed[at]! + share * red;
      believed[at + 1] = believed[at + 1]! + share * green;
      believed[at + 2] = believed[at + 2]! + share * blue;
      if (share < 1 && !isOff(believed, colors, at)) continue;
      for (let i = at; i < at + 3; i++) colors[i] = believed[i]! + 0.5;
      lift(colors, at, inks, at);
    }
    isFirst = false;
    return { colors, inks };
  };
};

/** Difference in a channel, in bytes, that no noise makes. */
const ANOTHER = 24;

/** Difference in a channel, in bytes, that is let pass. */
const UNSEEN = 3;

const isOff = (believed: Float32Array, shown: Uint8Array, at: number): boolean =>
  Math.abs(believed[at]! - shown[at]!) > UNSEEN ||
  Math.abs(believed[at + 1]! - shown[at + 1]!) > UNSEEN ||
  Math.abs(believed[at + 2]! - shown[at + 2]!) > UNSEEN;
