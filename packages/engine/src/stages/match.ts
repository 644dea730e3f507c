import type { RenderParams } from "@lumiglyph/contract";
import { transparentCells } from "../cells.ts";
import { STROKES } from "../glyphs/atlas.ts";
import { type Codebook, drawnGlyphs } from "../glyphs/codebook.ts";
import { luminance, luminances, toLight } from "../math/srgb.ts";
import type { Contours, PipelineState } from "../pipeline-state.ts";
import type { Plane, Planes3 } from "../plane.ts";
import { once } from "../search/footprints.ts";
import { glyphSet, nearest as nearestLetter } from "../search/glyph-set.ts";
import { emptyMosaic, type MosaicPage, type MosaicTask, matchMosaic } from "../search/mosaic.ts";
import { paletteFor } from "../search/palettes.ts";
import { runSearch } from "../search/search.ts";
import { followContours, glyphShare, holdGlyph, inkFor, newSearch } from "../search/state.ts";
import { lightOfInks, lightOfTone, type PageTones, pageGain } from "../search/target.ts";
import type { TwoColors } from "../search/two-color-page.ts";
import { FREE, searchTwoColors, type TwoColorTask } from "../search/two-colors.ts";
import type { Stage } from "../stage.ts";
import { effortFor } from "../work.ts";
import { lightWanted } from "./codebook.ts";
import { drawsPairs, hasGrounds, wantedColors } from "./color.ts";
import { drawsMosaic, wantedParts } from "./parts.ts";

/** Gives each cell its glyph: by a search for the least perceived error, or by Floyd-Steinberg error diffusion if asked. */
export const match: Stage = {
  name: "match",
  summary: "nearest glyphs, strokes along contours, a blurred-error search; or Floyd-Steinberg",
  wanted: () => true,
  run: (state, params) => ({ ...state, ...choose(state, params) }),
};

/** What is chosen for each cell. */
export type Choice = Pick<PipelineState, "cells" | "inks"> & Partial<Pick<PipelineState, "pairs" | "hues">>;

const choose = (state: PipelineState, params: RenderParams): Choice => {
  if (drawsMosaic(params)) return divide(state, params);
  if (drawsPairs(params)) return searchPairs(state, params);
  return (params.dither ? diffuse : search)(state, params);
};

/** Splits each cell of a mosaic in two. */
const divide = (state: PipelineState, params: RenderParams): Choice => {
  const task = mosaicTask(state, params);
  const page = emptyMosaic(state.size);
  matchMosaic(task, page);
  return mosaicChoice(page, state);
};

/** What the cells of a mosaic should show. */
export const mosaicTask = (state: PipelineState, params: RenderParams): MosaicTask => ({
  atlas: state.codebook.atlas,
  size: state.size,
  wanted: wantedParts(state, params),
  blank: transparentCells(state, params),
  even: params.dither ? null : (state.contours?.even ?? null),
  palette: paletteFor(params.colors),
  tries: effortFor(params, state.size).colors,
  keep: 0,
});

/** A page of patterns as cells of the codebook. */
export const mosaicChoice = (page: MosaicPage, { codebook }: PipelineState): Choice => {
  const places = codebook.atlas.glyphs.map((_, pattern) => codebook.glyphs.indexOf(pattern));
  return { cells: page.cells.map((pattern) => places[pattern]!), inks: luminances(page.inks), pairs: page };
};

/** Glyph, ink and background of each cell together. */
const searchPairs = (state: PipelineState, params: RenderParams): Choice => {
  const task = pairTask(state, params);
  const found = searchTwoColors(task, state.kernels, effortFor(params, state.size));
  return pairChoice(found, task.glyphs, state, params);
};

/** The result of a search among these glyphs. Ink on black alone is the same as a page in one color per cell. */
export const pairChoice = (
  pairs: TwoColors,
  glyphs: readonly number[],
  { codebook, hues }: PipelineState,
  params: RenderParams,
): Choice => {
  const cells = pairCells(pairs.cells, glyphs, codebook);
  const inks = luminances(pairs.inks);
  if (hasGrounds(params) || params.background === "light") return { cells, inks, pairs };
  return { cells, inks, hues: { hue: hueOf(pairs.inks, inks), most: hues!.most } };
};

/** Colors of luminance 1; black stays black. */
const hueOf = (colors: Float32Array, luminances: Float32Array): Float32Array =>
  colors.map((light, i) => light / (luminances[Math.floor(i / 3)]! || 1));

/** Indexes into the codebook's glyphs and strokes for indexes into the glyphs of a task. */
const pairCells = (cells: Uint8Array, glyphs: readonly number[], codebook: Codebook): Uint8Array => {
  const drawn = drawnGlyphs(codebook);
  const places = glyphs.map((glyph) => drawn.indexOf(glyph));
  return cells.map((entry) => places[entry]!);
};

/** The search for two colors. */
export const pairTask = (
  state: PipelineState,
  params: RenderParams,
  target: Planes3 = pairTarget(state, params),
): TwoColorTask => {
  const { codebook, size, contours } = state;
  const { atlas } = codebook;
  const glyphs = drawnGlyphs(codebook);
  const cells = size.columns * size.rows;
  const held = new Uint8Array(cells).fill(FREE);
  const palette = paletteFor(params.colors);
  if (contours !== null && palette === null) {
    // an even area is one letter
    const set = setOf(codebook);
    for (let cell = 0; cell < cells; cell++) {
      if (contours.even[cell] === 1)
        held[cell] = nearestLetter(set, Math.min(1, state.wanted[cell]!) * codebook.densest);
    }
  }
  transparentCells(state, params)?.forEach((blank, cell) => {
    if (blank === 1) held[cell] = 0;
  });
  const liked = new Uint8Array(cells).fill(FREE);
  const worth = new Float32Array(cells);
  if (contours !== null && codebook.strokes !== null) {
    const strokes = STROKES.map((glyph) => glyphs.indexOf(glyph));
    const least = leastClear(codebook, params);
    contours.direction.forEach((direction, cell) => {
      if (contours.strength[cell]! <= least) return;
      liked[cell] = strokes[direction - 1]!;
      worth[cell] = PAIR_WORTH * params.structure ** 3 * contours.strength[cell]!;
    });
  }
  const even = palette === null || params.dither ? null : (contours?.even ?? null);
  // to the eye, paper that shows through brightens a color more than black darkens it
  const fill = params.background === "dark" ? params.fill : 1 - toLight(1 - params.fill);
  return { target, size, atlas, glyphs, fill, held, liked, worth, palette, even };
};

const PAIR_WORTH = 0.004;

/** The wanted colors. Ink on black cannot be as bright as they are, nor ink on paper as dark: one gain for the page. */
export const pairTarget = (state: PipelineState, params: RenderParams): Planes3 => {
  const wanted = wantedColors(state, params);
  if (params.fill > 0) return wanted;
  const { densest, atlas } = state.codebook;
  if (params.background === "light") return paled(wanted, state);
  const gain = (pageGain(densest) * densest) / atlas.full;
  for (const { data } of wanted) for (let i = 0; i < data.length; i++) data[i] = data[i]! * gain;
  return wanted;
};

/** Colors for characters on paper, in place: as much darkness as ink on paper has for these tones, in their hues. */
const paled = (colors: Planes3, state: PipelineState): Planes3 => {
  const { data } = lightOfTone(state.tone, { ...pageTones(state), inked: false });
  const [reds, greens, blues] = [colors[0].data, colors[1].data, colors[2].data];
  for (let i = 0; i < data.length; i++) {
    const dark = Math.max(BRIGHT, 1 - luminance(reds[i]!, greens[i]!, blues[i]!));
    const share = Math.max(0, data[i]!) / dark;
    reds[i] = Math.max(0, 1 - share * (1 - reds[i]!));
    greens[i] = Math.max(0, 1 - share * (1 - greens[i]!));
    blues[i] = Math.max(0, 1 - share * (1 - blues[i]!));
  }
  return colors;
};

/** Darkness below which a color counts as white. */
const BRIGHT = 1e-3;

const setOf = once(({ glyphs, strokes, coarse, inked, atlas }: Codebook) =>
  glyphSet(glyphs, strokes, [], atlas, coarse, inked),
);

/** The light that a page with one ink for the page, or one for each cell, should show. */
export const pageLight = ({ tone, codebook, hues }: PageState): Plane => {
  const page = pageTones({ codebook, hues });
  return hues === null ? lightOfTone(tone, page) : lightOfInks(tone, page, hues.most);
};

type PageState = Pick<PipelineState, "tone" | "codebook" | "hues">;

const search = (state: PipelineState, params: RenderParams): Choice => {
  const { codebook, size, hues } = state;
  const set = setOf(codebook);
  const found = newSearch(pageLight(state), size, set, hues?.most);
  // the codebook starts with the blank if any cell is transparent
  transparentCells(state, params)?.forEach((blank, cell) => {
    if (blank === 1) holdGlyph(found, cell, 0);
  });
  if (state.contours !== null)
    followContours(found, state.contours, strokeWorth(params, hues !== null), leastClear(codebook, params));
  runSearch(found, state.kernels, effortFor(params, size).passes);
  return { cells: found.glyph, inks: hues && found.gain };
};

/** What the light that a state's page should show depends on. */
export const pageTones = ({ codebook, hues }: Pick<PipelineState, "codebook" | "hues">): PageTones => ({
  densest: codebook.densest,
  inked: hues !== null,
  background: codebook.atlas.background,
  lift: codebook.atlas.lift,
});

/**
 * What the stroke along the clearest contour is worth, in units of the error. Line art is made of strokes. In color errors
 * are smaller, because inks make up for much of a glyph's.
 */
export const strokeWorth = ({ structure, edges }: Pick<RenderParams, "structure" | "edges">, inColor = false): number =>
  (edges ? LINE_ART : 1) * (inColor ? INKED_WORTH : WORTH) * structure ** 3;

/** Clarity that a contour must have for a stroke: in a coarse codebook, that of error diffusion. */
export const leastClear = ({ coarse }: Codebook, { structure, edges }: RenderParams): number =>
  coarse && !edges ? 1 - structure : 0;

const WORTH = 0.295;
const INKED_WORTH = 0.055;

/** How much more a stroke is worth in line art; enough that every contour gets one. */
const LINE_ART = 40;

/**
 * Serpentine Floyd-Steinberg (1976) in linear light: each cell takes the glyph nearest to its light, or the stroke along a
 * clear contour, and passes 7, 3, 5 and 1 sixteenths of the error on to the cells ahead. Transparent cells are skipped. In
 * color the inks make up for most of the error, so that little is left to pass on.
 */
export const diffuse = (state: PipelineState, params: RenderParams): Choice => {
  const { structure } = params;
  const { wanted, codebook, size, hues } = state;
  const { columns, rows } = size;
  const inks = hues && new Float32Array(wanted.length);
  const blanks = transparentCells(state, params);
  const drawn = drawnGlyphs(codebook);
  const lights = Float64Array.from(drawn, (glyph) => codebook.atlas.tone[glyph]! / codebook.densest);
  const strokes = codebook.strokes && STROKES.map((glyph) => drawn.indexOf(glyph));
  const light = Float64Array.from(wanted, (own, cell) =>
    hues === null ? own : lightWanted(own, hues.most[cell]!, params),
  );
  const cells = new Uint8Array(light.length);
  const give = (row: number, column: number, error: number): void => {
    if (column < 0 || column >= columns || row >= rows) return;
    light[row * columns + column] = light[row * columns + column]! + error;
  };
  for (let row = 0; row < rows; row++) {
    const ahead = row % 2 === 0 ? 1 : -1;
    for (let step = 0, column = ahead === 1 ? 0 : columns - 1; step < columns; step++, column += ahead) {
      const cell = row * columns + column;
      if (blanks?.[cell] === 1) continue;
      const stroke = strokes && state.contours && clearStroke(state.contours, cell, structure);
      // characters of one's own may lack it
      const drawnStroke = stroke ? strokes![stroke - 1]! : -1;
      const own = hues === null ? light[cell]! : glyphShare(light[cell]! / hues.most[cell]!);
      const index = drawnStroke >= 0 ? drawnStroke : nearest(codebook.tones, own);
      if (inks !== null) inks[cell] = inkFor(light[cell]!, lights[index]!, hues!.most[cell]!);
      const error = light[cell]! - lights[index]! * (inks?.[cell] ?? 1);
      cells[cell] = index;
      give(row, column + ahead, (error * 7) / 16);
      give(row + 1, column - ahead, (error * 3) / 16);
      give(row + 1, column, (error * 5) / 16);
      give(row + 1, column + ahead, error / 16);
    }
  }
  return { cells, inks };
};

/** The direction of a contour that is clear enough for a stroke, or 0. The higher `structure`, the fainter it may be. */
const clearStroke = ({ direction, strength }: Contours, cell: number, structure: number): number =>
  strength[cell]! > 1 - structure ? direction[cell]! : 0;

/** Index of the tone (ascending) nearest to the light. */
const nearest = (tones: Float64Array, light: number): number => {
  let low = 0;
  let high = tones.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tones[middle]! + tones[middle + 1]! <= 2 * light) low = middle + 1;
    else high = middle;
  }
  return low;
};
