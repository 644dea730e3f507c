import type { RenderParams } from "@lumiglyph/contract";
import { exposedLike, luminancePsnr } from "../decoders/psnr.ts";
import { cellLight, toneOf } from "../decoders/tone.ts";
import type { Frame } from "../frame.ts";
import { densestOf } from "../stages/codebook.ts";
import { atlasCells } from "./views.ts";

/**
 * PSNR, in dB, of the picture that a page decodes to, cell by cell in even steps of tone, against the tones of the source's
 * cells. The peak is the source's own range: in a dark picture every error is small. A gain and an offset are forgiven.
 */
export const roundTrip = (frame: Frame, { charset, invert, dither }: RenderParams, source: Float32Array): number => {
  const { data } = cellLight({
    size: frame.size,
    charset,
    glyphs: atlasCells(frame),
    chroma: null,
    inverted: invert,
    diffused: dither,
    params: null,
  });
  const densest = densestOf(charset);
  const decoded = data.map((light) => (invert ? 1 - toneOf(light, densest) : toneOf(light, densest)));
  return Math.max(0, Math.min(MOST, luminancePsnr(exposedLike(decoded, source), source, rangeOf(source))));
};

/** Where there is nothing to tell any more. */
const MOST = 60;

/** A picture without any range is judged as if it had one level of 255. */
const rangeOf = (values: Float32Array): number => {
  let low = 1;
  let high = 0;
  for (let i = 0; i < values.length; i++) {
    if (values[i]! < low) low = values[i]!;
    if (values[i]! > high) high = values[i]!;
  }
  return Math.max(1 / 255, high - low);
};
