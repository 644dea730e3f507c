import type { Charset, RenderParams } from "@lumiglyph/contract";
import { cellMeans } from "../cells.ts";
import type { Frame } from "../frame.ts";
import { type Codebook, histogramOfLight, relativeTones, rmseOf } from "../glyphs/codebook.ts";
import { rampOf } from "../glyphs/ramps.ts";
import { smallestCodebook } from "../glyphs/smallest-codebook.ts";
import { unevenness } from "../glyphs/unevenness.ts";
import { percept } from "../math/srgb.ts";
import { glyphSet } from "../search/glyph-set.ts";
import { targetLight } from "../search/target.ts";
import type { Stage } from "../stage.ts";

/** Chooses the glyphs: the smallest subset of the charset under `maxGlyphRmse`, or the whole charset as it is. */
export const codebook: Stage = {
  name: "codebook",
  says: "smallest glyph codebook under the RMSE limit, or the fixed ramp",
  wanted: () => true,
  run: (frame, params) => {
    const wanted = wantedLight(frame, params.charset);
    return { ...frame, wanted, codebook: codebookFor(wanted, params) };
  },
};

/** Mean wanted light of each cell, relative to the densest glyph of the charset. */
const wantedLight = ({ tone, size }: Frame, charset: Charset): Float32Array => {
  const set = glyphSet(rampOf(charset));
  return cellMeans(targetLight(tone, set), size).map((light) => light / set.densest);
};

const codebookFor = (wanted: Float32Array, params: RenderParams): Codebook => {
  const ramp = rampOf(params.charset);
  const histogram = histogramOfLight(wanted);
  const adapted = isAdaptable(params);
  const chosen = adapted ? choose(ramp, histogram, params.maxGlyphRmse) : ramp;
  const { tones, densest } = relativeTones(chosen, ramp);
  return { glyphs: chosen, tones, densest, adapted, histogram, rmse: rmseOf(histogram, tones) };
};

/** The two charsets that are not one-byte ASCII have nothing to choose from (decision 1.12). */
const isAdaptable = ({ charset, glyphStrategy }: RenderParams): boolean =>
  glyphStrategy === "adaptive" && charset !== "blocks" && charset !== "dots";

const choose = (ramp: readonly number[], histogram: Uint32Array, limit: number): readonly number[] => {
  const { tones, densest } = relativeTones(ramp, ramp);
  const burden = Float64Array.from(ramp, (glyph) => unevenness(glyph, densest));
  const seen = (light: number): number => percept(light * densest) / percept(densest);
  return smallestCodebook(histogram, tones, limit, { burden, seen }).map((index) => ramp[index]!);
};
