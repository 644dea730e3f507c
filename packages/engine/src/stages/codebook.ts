import type { Charset, RenderParams } from "@lumiglyph/contract";
import { cellMeans, transparentCells } from "../cells.ts";
import type { Frame } from "../frame.ts";
import { ATLAS, rampOf, STROKES } from "../glyphs/atlas.ts";
import { type Codebook, histogramOfLight, relativeTones, rmseOf } from "../glyphs/codebook.ts";
import { smallestCodebook } from "../glyphs/smallest-codebook.ts";
import { percept } from "../math/srgb.ts";
import { RIPPLES } from "../search/glyph-set.ts";
import { lightOfTone } from "../search/target.ts";
import type { Stage } from "../stage.ts";

/** Chooses the glyphs: the smallest subset of the charset under `maxGlyphRmse`, or the whole charset as it is. */
export const codebook: Stage = {
  name: "codebook",
  says: "smallest glyph codebook under the RMSE limit, or the fixed ramp",
  wanted: () => true,
  run: (frame, params) => {
    const wanted = wantedLight(frame, params.charset);
    const transparent = transparentCells(frame.opacity, frame.size)?.includes(1) ?? false;
    return { ...frame, wanted, codebook: codebookFor(histogramOfLight(wanted), params, transparent) };
  },
};

/** Mean wanted light of each cell, relative to the densest glyph of the charset. */
export const wantedLight = ({ tone, size }: Frame, charset: Charset): Float32Array => {
  const densest = densestOf(charset);
  const means = cellMeans(lightOfTone(tone, densest), size);
  for (let cell = 0; cell < means.length; cell++) means[cell] = means[cell]! / densest;
  return means;
};

/**
 * The codebook for cells of which this is the histogram of wanted light. A page with transparent cells needs the blank,
 * whatever the tones say.
 */
export const codebookFor = (histogram: Uint32Array, params: RenderParams, transparent = false): Codebook => {
  const ramp = rampOf(params.charset);
  const adapted = params.glyphStrategy === "adaptive" && isOneByte(params.charset);
  const chosen = adapted ? choose(ramp, histogram, params.maxGlyphRmse) : ramp;
  const glyphs = transparent && chosen[0] !== ramp[0] ? [ramp[0]!, ...chosen] : chosen;
  const strokes = params.structure > 0 && isOneByte(params.charset) ? STROKES.filter((g) => !glyphs.includes(g)) : null;
  const { tones, densest } = relativeTones(glyphs, ramp);
  return { glyphs, strokes, tones, densest, adapted, histogram, rmse: rmseOf(histogram, tones) };
};

/** Linear light of the charset's densest glyph. */
export const densestOf = (charset: Charset): number => ATLAS.tone[rampOf(charset).at(-1)!]!;

/** Charsets that are not one-byte ASCII have nothing to choose from, and no strokes (answers 1.12). */
const isOneByte = (charset: Charset): boolean => charset !== "blocks" && charset !== "dots";

const choose = (ramp: readonly number[], histogram: Uint32Array, limit: number): readonly number[] => {
  const { tones, densest } = poolOf(ramp);
  const burden = Float64Array.from(ramp, (glyph) => (ROUGH * RIPPLES[glyph]!) / (densest * densest));
  const avoided = Uint8Array.from(ramp, (glyph) => (AVOIDED.includes(glyph) ? 1 : 0));
  const seen = (light: number): number => percept(light * densest) / percept(densest);
  return smallestCodebook(histogram, tones, limit, { burden, avoided, seen }).map((index) => ramp[index]!);
};

/** How much the ripple of a glyph counts in the choice. */
const ROUGH = 10;

/**
 * Glyphs that are taken only where no codebook of the same size without them holds the limit: strokes belong to contours;
 * backticks end code fences and look like dirt on dark areas; quotes are a third brighter in some fonts than in others.
 */
const AVOIDED: readonly number[] = [...STROKES, ...Array.from("`'\"", ATLAS.indexOf)];

const POOLS = new Map<readonly number[], ReturnType<typeof relativeTones>>();

/** The whole ramp's tones: the same array every time, by which `smallestCodebook` knows the pool again. */
const poolOf = (ramp: readonly number[]): ReturnType<typeof relativeTones> => {
  const pool = POOLS.get(ramp) ?? relativeTones(ramp, ramp);
  POOLS.set(ramp, pool);
  return pool;
};
