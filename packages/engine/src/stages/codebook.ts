import type { RenderParams } from "@lumiglyph/contract";
import { CELL_HEIGHT, CELL_WIDTH, type Frame } from "../frame.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { type Codebook, histogramOfLight, relativeTones, rmseOf } from "../glyphs/codebook.ts";
import { rampOf } from "../glyphs/ramps.ts";
import { smallestCodebook } from "../glyphs/smallest-codebook.ts";
import { toEncoded, toLight } from "../math/srgb.ts";
import type { Stage } from "../stage.ts";

/** Chooses the glyphs: the smallest subset of the charset under `maxGlyphRmse`, or the whole charset as it is. */
export const codebook: Stage = {
  name: "codebook",
  says: "smallest glyph codebook under the RMSE limit, or the fixed ramp",
  wanted: () => true,
  run: (frame, params) => {
    const ramp = rampOf(params.charset);
    const densest = ATLAS.tone[ramp.at(-1)!]!;
    const wanted = wantedLight(frame, densest);
    return { ...frame, wanted, codebook: codebookFor(ramp, wanted, params) };
  },
};

/** The two charsets that are not one-byte ASCII have nothing to choose from (decision 1.12). */
const isAdaptable = ({ charset, glyphStrategy }: RenderParams): boolean =>
  glyphStrategy === "adaptive" && charset !== "blocks" && charset !== "dots";

const codebookFor = (ramp: readonly number[], wanted: Float32Array, params: RenderParams): Codebook => {
  const histogram = histogramOfLight(wanted);
  const all = relativeTones(ramp);
  const adapted = isAdaptable(params);
  const chosen = adapted ? smallestCodebook(histogram, all, params.maxGlyphRmse) : ramp.map((_, index) => index);
  const tones = Float64Array.from(chosen, (index) => all[index]!);
  const glyphs = chosen.map((index) => ramp[index]!);
  return { glyphs, tones, densest: ATLAS.tone[ramp.at(-1)!]!, adapted, histogram, rmse: rmseOf(histogram, tones) };
};

/** Mean wanted light of each cell, relative to the densest glyph: tones are perceptual, ink adds up in light. */
const wantedLight = ({ tone, size }: Frame, densest: number): Float32Array => {
  const curve = lightCurve(densest);
  const out = new Float32Array(size.columns * size.rows);
  for (let row = 0, cell = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++, cell++) {
      let sum = 0;
      for (let y = 0; y < CELL_HEIGHT; y++) {
        const at = (row * CELL_HEIGHT + y) * tone.width + column * CELL_WIDTH;
        for (let x = 0; x < CELL_WIDTH; x++) sum += curve[Math.floor(tone.data[at + x]! * STEPS + 0.5)]!;
      }
      out[cell] = sum / (CELL_WIDTH * CELL_HEIGHT);
    }
  }
  return out;
};

const STEPS = 4096;

/** Light relative to the densest glyph of each perceptual tone, where tone 1 is that glyph. */
const lightCurve = (densest: number): Float64Array => {
  const top = toEncoded(densest);
  return Float64Array.from({ length: STEPS + 1 }, (_, step) => toLight((top * step) / STEPS) / densest);
};
