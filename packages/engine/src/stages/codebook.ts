import type { Charset, FontName, MosaicCharset, RenderParams } from "@lumiglyph/contract";
import { cellMeans, transparentCells } from "../cells.ts";
import { ATLAS, type Atlas, atlasFor, type Background, byInk, isOneByte, rampOf, STROKES } from "../glyphs/atlas.ts";
import { type Codebook, histogramOfLight, relativeTones, rmseOf } from "../glyphs/codebook.ts";
import { colorGlyphs } from "../glyphs/mosaics.ts";
import { smallestCodebook } from "../glyphs/smallest-codebook.ts";
import type { PipelineState } from "../pipeline-state.ts";
import { roughnessOf, slopeAt } from "../search/glyph-set.ts";
import { glyphShare, lightOfShare } from "../search/state.ts";
import { lightOfInks, lightOfTone, toneOn } from "../search/target.ts";
import type { Stage } from "../stage.ts";
import { drawsInks } from "./color.ts";
import { drawsMosaic } from "./parts.ts";

/** Chooses the glyphs: the smallest subset of the charset within `maxGlyphRmse`, or the whole charset. */
export const codebook: Stage = {
  name: "codebook",
  summary: "smallest glyph codebook under the RMSE limit, or the fixed ramp",
  wanted: () => true,
  run: (state, params) => {
    const wanted = wantedLight(state, params);
    const transparent = transparentCells(state, params)?.includes(1) ?? false;
    return { ...state, wanted, codebook: codebookFor(histogramOfLight(wanted), params, transparent) };
  },
};

/**
 * Mean wanted light of each cell's glyph, relative to the densest glyph of the charset. In color, where the ink takes some
 * of a glyph's light, that is the glyph's share; above 1 the ink has to be brighter.
 */
export const wantedLight = ({ tone, size, hues }: PipelineState, params: RenderParams): Float32Array => {
  const { charset, background, font, characters } = params;
  const densest = densestOf(charset, background, font, characters);
  // on paper, inks take light away: the darkest of any hue is black
  const inked = hues !== null && background === "dark";
  const page = { densest, inked, background, lift: atlasFor(charset, background, font).lift };
  const hasInks = hues !== null && drawsInks(params);
  const means = cellMeans(hasInks ? lightOfInks(tone, page, hues.most) : lightOfTone(tone, page), size);
  for (let cell = 0; cell < means.length; cell++) {
    const light = means[cell]! / densest / (inked ? hues.most[cell]! : 1);
    means[cell] = hues === null ? light : hasInks ? glyphShare(light) : light / PAIR_INK;
  }
  return means;
};

/** The light of a cell whose glyph wants this light in an ink whose brightest has the luminance `most`. */
export const lightWanted = (wanted: number, most: number, params: RenderParams): number =>
  most * (drawsInks(params) ? lightOfShare(wanted) : PAIR_INK * wanted);

/** Luminance of the inks that codebooks for two colors per cell are chosen for, relative to the brightest of their hue. */
const PAIR_INK = 0.5;

/** The codebook for a histogram of wanted light. A grid with transparent cells needs the blank whatever its tones. */
export const codebookFor = (histogram: Uint32Array, params: RenderParams, transparent = false): Codebook => {
  const { charset, background, font, characters } = params;
  const isMosaic = drawsMosaic(params);
  const atlas = atlasFor(charset, background, font, isMosaic);
  const ramp = isMosaic
    ? byInk(atlas, colorGlyphs(charset as MosaicCharset, params.colors !== "truecolor"))
    : rampOf(charset, background, font, characters);
  const adapted = params.glyphStrategy === "adaptive" && isOneByte(charset);
  const inked = drawsInks(params);
  const chosen = adapted ? choose(ramp, atlas, histogram, params.maxGlyphRmse, inked) : ramp;
  const blank = atlas.indexOf(" ");
  const glyphs = transparent && chosen[0] !== blank ? [blank, ...chosen] : chosen;
  // custom characters have only their own strokes
  const able = characters === "" ? STROKES : STROKES.filter((stroke) => ramp.includes(stroke));
  const strokes = params.structure > 0 && isOneByte(charset) ? able.filter((g) => !glyphs.includes(g)) : null;
  // in color, a mosaic's densest glyph is a blank of any color: inks are relative to the full block, the last of the atlas
  const { tones, densest } = relativeTones(glyphs, isMosaic ? [atlas.glyphs.length - 1] : ramp, atlas);
  return {
    atlas,
    glyphs,
    strokes,
    coarse: charset === "binary",
    inked,
    tones,
    densest,
    adapted,
    histogram,
    rmse: rmseOf(histogram, tones),
  };
};

/** Linear light of the densest glyph of a charset, or of the characters in its place. */
export const densestOf = (charset: Charset, background: Background, font: FontName = "any", characters = ""): number =>
  atlasFor(charset, background, font).tone[rampOf(charset, background, font, characters).at(-1)!]!;

const choose = (
  ramp: readonly number[],
  atlas: Atlas,
  histogram: Uint32Array,
  limit: number,
  inked: boolean,
): readonly number[] => {
  const { tones, densest } = poolOf(ramp, atlas);
  const { background } = atlas;
  const top = toneOn(densest, background);
  const unwanted = inked ? AVOIDED_IN_COLOR : atlas.id === ATLAS.id ? AVOIDED : AVOIDED_IN_FONTS;
  const burden = Float64Array.from(ramp, (glyph) => {
    const light = atlas.tone[glyph]!;
    const slope = slopeAt(background === "dark" ? light : 1 - light) / top;
    const rough = roughnessOf(atlas, inked)[glyph]! / (densest * densest);
    const striped = inked && unwanted.includes(glyph) ? STRIPED : 0;
    return ROUGH * rough + UNSURE * atlas.spread[glyph]! * slope * slope + striped;
  });
  const avoided = Uint8Array.from(ramp, (glyph) => (unwanted.includes(glyph) ? 1 : 0));
  const seen = (light: number): number => toneOn(light * densest, background) / top;
  return smallestCodebook(histogram, tones, limit, { burden, avoided, seen }).map((index) => ramp[index]!);
};

/** Weight of a glyph's roughness in the choice, and of what its tone differs by between fonts. */
const ROUGH = 10;
const UNSURE = 20;

/** Penalty, in color, of needed glyphs that are better avoided. */
const STRIPED = 2;

/**
 * Glyphs that are used only if no codebook of the same size without them stays within the limit: strokes belong to
 * contours; backticks end code fences, and like double quotes look like dirt on dark areas; underscores make stripes,
 * question marks speckles.
 */
const AVOIDED: readonly number[] = [...STROKES, ...Array.from('`"_?', ATLAS.indexOf)];

/**
 * Also avoided in a single font: apostrophes. They differ less between fonts than dots, but dots
 * are calmer.
 */
const AVOIDED_IN_FONTS: readonly number[] = [...AVOIDED, ATLAS.indexOf("'")];

/**
 * Avoided in color, where one glyph fills whole areas: straight lines form walls; round glyphs let
 * the inks show.
 */
const AVOIDED_IN_COLOR: readonly number[] = [...AVOIDED, ...Array.from("()[]{}<>=+!147EFHIJLTZfijlrtz", ATLAS.indexOf)];

const POOLS = new WeakMap<readonly number[], ReturnType<typeof relativeTones>>();

/** Tones of the whole ramp. Returns the same array every time, because `smallestCodebook` caches by it. */
const poolOf = (ramp: readonly number[], atlas: Atlas): ReturnType<typeof relativeTones> => {
  const pool = POOLS.get(ramp) ?? relativeTones(ramp, ramp, atlas);
  POOLS.set(ramp, pool);
  return pool;
};
