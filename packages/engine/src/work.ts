import type { GridSize, MosaicCharset, RenderParams } from "@lumiglyph/contract";
import { CHARSET_GLYPHS, isOneByte } from "./glyphs/atlas.ts";
import { colorGlyphs, MOSAICS } from "./glyphs/mosaics.ts";
import { NEAR } from "./search/palettes.ts";
import { drawsPairs, hasGrounds } from "./stages/color.ts";

/**
 * Units of work that the candidates of a request may cost together; the untuned one is always
 * rendered. A unit is about a microsecond of a core at 2.5 GHz (Xeon), measured on noise, the most
 * expensive picture. Decoding and encoding are not counted. One candidate of the largest grid in
 * two colors exceeds the limit even with the least search.
 */
export const WORK_LIMIT = 1_200_000;

/**
 * Units for each cell, by `process.cpuUsage` in Node 26 at 60,000 and 240,000 cells. A search costs
 * a fixed amount `once`, and over all its passes an amount for each cell and for each glyph tried
 * in it; with a palette, for each pair of colors.
 */
export const UNITS = {
  /** The stages from `levels` to `codebook`, and measuring. */
  stages: 1.8,
  /** Error diffusion. */
  diffusion: 0.3,
  /** The searches: one ink, one color, two colors, two colors in rectangles. */
  mono: { once: 0.2, cell: 1, glyph: 0.008 },
  color: { once: 0.2, cell: 1, glyph: 0.045 },
  letters: { once: 3, cell: 0, glyph: 0.06 },
  mosaic: { once: 5, cell: 0, glyph: 0.01 },
  /** One glyph in one pair of a palette's colors. */
  painted: 0.01,
} as const;

/** How thoroughly glyphs are searched: passes over the cells, and colors of a palette tried for each ink and background. */
export type Effort = { readonly passes: number; readonly colors: number };

export const FULL_EFFORT: Effort = { passes: 2, colors: NEAR };

/** From first to last: each is tried if one candidate with the search before exceeds the limit. */
export const EFFORTS: readonly Effort[] = [
  FULL_EFFORT,
  { passes: 2, colors: 4 },
  { passes: 2, colors: 2 },
  { passes: 1, colors: 1 },
];

/** The most thorough search with which one candidate stays within the limit, or else the least. */
export const effortFor = (params: RenderParams, size: GridSize): Effort => {
  const limit = limitFor(params);
  const last = EFFORTS.at(-1)!;
  const effort = EFFORTS.find((one) => candidateWork(params, size, one) <= limit) ?? last;
  // without a palette, colors are not chosen
  return params.colors === "truecolor" || !params.color ? { ...effort, colors: NEAR } : effort;
};

/** Candidates that may be rendered, at least one. */
export const candidatesWithin = (params: RenderParams, size: GridSize): number =>
  Math.max(1, Math.floor(limitFor(params) / candidateWork(params, size, effortFor(params, size))));

/**
 * The limit for each page: two themes are two pages, and up to three are rendered to fit
 * `maxCharacters`.
 */
const limitFor = ({ theme, maxCharacters }: RenderParams): number =>
  WORK_LIMIT / ((theme === "auto" ? 2 : 1) * (maxCharacters > 0 ? 3 : 1));

/**
 * Cells of the smaller grid for comparing a large one with and without noise; a grid is large above
 * twice as many.
 */
export const NOISY_CELLS = 8000;

/** What a candidate costs, in units. Depends on nothing that the Director tunes, so all cost the same. */
export const candidateWork = (params: RenderParams, { columns, rows }: GridSize, effort: Effort): number => {
  const cells = columns * rows;
  const work = cells * (UNITS.stages + searchUnits(params, effort));
  if (params.qualityTarget !== "motion") return work;
  // a smaller grid is searched in full; adding noise costs no more than the stages
  return work + Math.min(cells, 2 * NOISY_CELLS) * (2 * UNITS.stages + searchUnits(params, FULL_EFFORT));
};

const searchUnits = (params: RenderParams, { passes, colors }: Effort): number => {
  const share = passes / FULL_EFFORT.passes;
  if (drawsPairs(params)) {
    const isMosaic = params.charset in MOSAICS;
    const { once, glyph } = isMosaic ? UNITS.mosaic : UNITS.letters;
    const glyphs = isMosaic
      ? colorGlyphs(params.charset as MosaicCharset, params.colors !== "truecolor").length
      : glyphsIn(params);
    const pairs = params.colors === "truecolor" ? 0 : hasGrounds(params) ? colors * colors : colors;
    return once + glyphs * (glyph + UNITS.painted * pairs);
  }
  if (params.dither) return UNITS.diffusion;
  const { once, cell, glyph } = params.color ? UNITS.color : UNITS.mono;
  return once + share * (cell + glyph * glyphsIn(params));
};

/**
 * Maximum glyphs that a search tries: a codebook within `maxGlyphRmse` has hardly more than half of
 * its inverse.
 */
const glyphsIn = ({ charset, characters, glyphStrategy, maxGlyphRmse }: RenderParams): number => {
  const all = characters === "" ? CHARSET_GLYPHS[charset].length : characters.length;
  if (!isOneByte(charset)) return all;
  return STROKE_COUNT + (glyphStrategy === "fixed" ? all : Math.min(all, Math.ceil(0.5 / maxGlyphRmse)));
};

/** Glyphs added to a codebook for contours. */
export const STROKE_COUNT = 4;
