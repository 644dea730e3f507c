import type { Charset, RenderParams } from "@lumiglyph/contract";
import { cellMeans } from "../cells.ts";
import type { Contours, Frame } from "../frame.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { type Codebook, histogramOfLight, relativeTones, rmseOf } from "../glyphs/codebook.ts";
import { DIRECTIONAL } from "../glyphs/directional.ts";
import { rampOf } from "../glyphs/ramps.ts";
import { smallestCodebook } from "../glyphs/smallest-codebook.ts";
import { unevenness } from "../glyphs/unevenness.ts";
import { power } from "../math/power.ts";
import { percept } from "../math/srgb.ts";
import { lightOfTone } from "../search/target.ts";
import type { Stage } from "../stage.ts";

/** Chooses the glyphs: the smallest subset of the charset under `maxGlyphRmse`, or the whole charset as it is. */
export const codebook: Stage = {
  name: "codebook",
  says: "smallest glyph codebook under the RMSE limit, or the fixed ramp",
  wanted: () => true,
  run: (frame, params) => {
    const wanted = wantedLight(frame, params.charset);
    return { ...frame, wanted, codebook: codebookFor(histogramOfLight(wanted), frame.contours, params) };
  },
};

/** Mean wanted light of each cell, relative to the densest glyph of the charset. */
export const wantedLight = ({ tone, size }: Frame, charset: Charset): Float32Array => {
  const densest = densestOf(charset);
  const means = cellMeans(lightOfTone(tone, densest), size);
  for (let cell = 0; cell < means.length; cell++) means[cell] = means[cell]! / densest;
  return means;
};

/** The codebook for cells of which this is the histogram of wanted light. */
export const codebookFor = (histogram: Uint32Array, contours: Contours | null, params: RenderParams): Codebook => {
  const ramp = rampOf(params.charset);
  const adapted = isAdaptable(params);
  const chosen = adapted ? choose(ramp, histogram, params.maxGlyphRmse, pullOf(contours, params.structure)) : ramp;
  const { tones, densest } = relativeTones(chosen, ramp);
  return { glyphs: chosen, tones, densest, adapted, histogram, rmse: rmseOf(histogram, tones) };
};

/** Linear light of the charset's densest glyph. */
export const densestOf = (charset: Charset): number => ATLAS.tone[rampOf(charset).at(-1)!]!;

/** The two charsets that are not one-byte ASCII have nothing to choose from (decision 1.12). */
const isAdaptable = ({ charset, glyphStrategy }: RenderParams): boolean =>
  glyphStrategy === "adaptive" && charset !== "blocks" && charset !== "dots";

const choose = (
  ramp: readonly number[],
  histogram: Uint32Array,
  limit: number,
  pull: (glyph: number) => number,
): readonly number[] => {
  const { tones, densest } = poolOf(ramp);
  const burden = Float64Array.from(ramp, (glyph) => unevenness(glyph, densest) - pull(glyph));
  const seen = (light: number): number => percept(light * densest) / percept(densest);
  return smallestCodebook(histogram, tones, limit, { burden, seen }).map((index) => ramp[index]!);
};

const POOLS = new Map<readonly number[], ReturnType<typeof relativeTones>>();

/** The whole ramp's tones: the same array every time, by which `smallestCodebook` knows the pool again. */
const poolOf = (ramp: readonly number[]): ReturnType<typeof relativeTones> => {
  const pool = POOLS.get(ramp) ?? relativeTones(ramp, ramp);
  POOLS.set(ramp, pool);
  return pool;
};

/** How much the picture's contours speak for a directional glyph: the share of cells that have one along it. */
const pullOf = (contours: Contours | null, structure: number): ((glyph: number) => number) => {
  if (contours === null) return () => 0;
  const { direction, strength } = contours;
  const shares = DIRECTIONAL.map(() => 0);
  for (let cell = 0; cell < direction.length; cell++) {
    const index = direction[cell]! - 1;
    if (index >= 0) shares[index] = shares[index]! + strength[cell]! / strength.length;
  }
  const wish = PULL * power(structure, 6);
  return (glyph) => wish * (shares[DIRECTIONS.indexOf(glyph)] ?? 0);
};

const DIRECTIONS = DIRECTIONAL.map(ATLAS.indexOf);

/**
 * What a directional glyph is worth where every cell has a contour along it, against `unevenness`, at `structure` 1. The
 * default hardly asks for one: even glyphs draw better.
 */
const PULL = 3;
