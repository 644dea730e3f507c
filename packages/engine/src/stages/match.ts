import type { RenderParams } from "@lumiglyph/contract";
import { transparentCells } from "../cells.ts";
import type { Contours } from "../contours.ts";
import { STROKES } from "../glyphs/atlas.ts";
import { type Codebook, drawnGlyphs } from "../glyphs/codebook.ts";
import { luminances } from "../math/srgb.ts";
import type { PipelineState } from "../pipeline-state.ts";
import type { Plane } from "../plane.ts";
import { type CellTask, FREE } from "../search/cell-task.ts";
import { once } from "../search/footprints.ts";
import { glyphSet } from "../search/glyph-set.ts";
import type { LetterLook } from "../search/letters.ts";
import { masksOf } from "../search/masks.ts";
import { paletteFor } from "../search/palettes.ts";
import { runSearch } from "../search/search.ts";
import { followContours, glyphShare, holdGlyph, inkFor, newSearch } from "../search/state.ts";
import { lightOfInks, lightOfTone, type PageTones } from "../search/target.ts";
import { emptyPage, type TwoColors } from "../search/two-color-page.ts";
import { matchCells } from "../search/two-colors.ts";
import type { Stage } from "../stage.ts";
import { effortFor } from "../work.ts";
import { lightWanted } from "./codebook.ts";
import { drawsPairs, hasGrounds } from "./color.ts";
import { drawsMosaic, wantedParts } from "./parts.ts";

/**
 * Gives each cell its glyph. In one ink by a search for the least perceived error, or by Floyd-Steinberg error diffusion if
 * asked; in two colors cell by cell.
 */
export const match: Stage = {
  name: "match",
  summary: "two colors cell by cell; in one ink a blurred-error search with strokes along contours, or Floyd-Steinberg",
  wanted: () => true,
  run: (state, params) => ({ ...state, ...choose(state, params) }),
};

/** The result for each cell. */
export type Choice = Pick<PipelineState, "cells" | "inks"> & Partial<Pick<PipelineState, "pairs" | "hues">>;

const choose = (state: PipelineState, params: RenderParams): Choice => {
  if (drawsPairs(params)) return matchTwoColors(state, params);
  return (params.dither ? diffuse : search)(state, params);
};

/** Glyph, ink and background of each cell, chosen together. */
const matchTwoColors = (state: PipelineState, params: RenderParams): Choice => {
  const page = emptyPage(state.size);
  matchCells(cellTask(state, params), page);
  return twoColorChoice(page, state, params);
};

/** The target of the cells of a page in two colors. */
export const cellTask = (state: PipelineState, params: RenderParams): CellTask => ({
  masks: masksFor(state.codebook),
  size: state.size,
  wanted: wantedParts(state, params),
  blank: transparentCells(state, params),
  look: drawsMosaic(params) ? null : lookOf(state, params),
  even: params.dither ? null : (state.contours?.even ?? null),
  palette: paletteFor(params.colors),
  tries: effortFor(params, state.size).colors,
  keep: 0,
  fitCells: state.kernels.fitCells,
});

const masksFor = once((codebook: Codebook) => masksOf(codebook.atlas, drawnGlyphs(codebook)));

const lookOf = ({ codebook, contours, size }: PipelineState, params: RenderParams): LetterLook => {
  const liked = new Uint8Array(size.columns * size.rows).fill(FREE);
  const worth = new Float32Array(liked.length);
  if (contours !== null && codebook.strokes !== null) {
    const glyphs = drawnGlyphs(codebook);
    const strokes = STROKES.map((glyph) => glyphs.indexOf(glyph));
    const least = leastClear(codebook, params);
    const most = TWO_COLOR_WORTH * params.structure ** 3 * (params.edges ? LINE_ART : 1);
    contours.direction.forEach((direction, cell) => {
      if (contours.strength[cell]! <= least) return;
      liked[cell] = strokes[direction - 1]!;
      worth[cell] = most * contours.strength[cell]!;
    });
  }
  return { fill: params.fill, page: params.background === "light" ? 1 : 0, liked, worth };
};

/** Bonus of the stroke along the clearest contour, in squares. */
const TWO_COLOR_WORTH = 1;

/**
 * Converts a page in two colors to the stage's result. Ink on black alone is the same as a page in
 * one color per cell.
 */
export const twoColorChoice = (page: TwoColors, { hues }: PipelineState, params: RenderParams): Choice => {
  const inks = luminances(page.inks);
  if (hasGrounds(params) || params.background === "light") return { cells: page.cells, inks, pairs: page };
  return { cells: page.cells, inks, hues: { hue: hueOf(page.inks, inks), most: hues!.most } };
};

/** Colors of luminance 1; black stays black. */
const hueOf = (colors: Float32Array, luminances: Float32Array): Float32Array =>
  colors.map((light, i) => light / (luminances[Math.floor(i / 3)]! || 1));

const setOf = once(({ glyphs, strokes, coarse, inked, atlas }: Codebook) =>
  glyphSet(glyphs, strokes, [], atlas, coarse, inked),
);

/** The target light of a page with one ink for the page, or one for each cell. */
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

/** The parameters of the target light of a state's page. */
export const pageTones = ({ codebook, hues }: Pick<PipelineState, "codebook" | "hues">): PageTones => ({
  densest: codebook.densest,
  inked: hues !== null,
  background: codebook.atlas.background,
  lift: codebook.atlas.lift,
});

/**
 * Bonus of the stroke along the clearest contour, in units of the error. Line art consists of
 * strokes. In color errors are smaller, because inks compensate for much of a glyph's.
 */
export const strokeWorth = ({ structure, edges }: Pick<RenderParams, "structure" | "edges">, inColor = false): number =>
  (edges ? LINE_ART : 1) * (inColor ? INKED_WORTH : WORTH) * structure ** 3;

/** Minimum clarity of a contour for a stroke: in a coarse codebook, that of error diffusion. */
export const leastClear = ({ coarse }: Codebook, { structure, edges }: RenderParams): number =>
  coarse && !edges ? 1 - structure : 0;

const WORTH = 0.295;
const INKED_WORTH = 0.055;

/** Factor on a stroke's bonus in line art, large enough that every contour gets a stroke. */
const LINE_ART = 40;

/**
 * Serpentine Floyd-Steinberg (1976) in linear light: each cell takes the glyph nearest to its
 * light, or the stroke along a clear contour, and passes 7, 3, 5 and 1 sixteenths of the error on
 * to the cells ahead. Transparent cells are skipped. In color, inks absorb most of the error, so
 * little is passed on.
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
      // custom characters may lack it
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
