import type { RenderParams } from "@lumiglyph/contract";
import { transparentCells } from "../cells.ts";
import { ATLAS, STROKES } from "../glyphs/atlas.ts";
import { drawnGlyphs } from "../glyphs/codebook.ts";
import type { Contours, PipelineState } from "../pipeline-state.ts";
import { glyphSet } from "../search/glyph-set.ts";
import { runSearch } from "../search/search.ts";
import { followContours, holdGlyph, newSearch } from "../search/state.ts";
import { lightOfTone } from "../search/target.ts";
import type { Stage } from "../stage.ts";

/** Gives each cell its glyph: by a search for the least perceived error, or by Floyd-Steinberg error diffusion if asked. */
export const match: Stage = {
  name: "match",
  summary: "nearest glyphs, strokes along contours, a blurred-error search; or Floyd-Steinberg",
  wanted: () => true,
  run: (state, params) => ({ ...state, cells: params.dither ? diffuse(state, params) : search(state, params) }),
};

const search = (state: PipelineState, params: RenderParams): Uint8Array => {
  const { codebook, size } = state;
  const set = glyphSet(codebook.glyphs, codebook.strokes);
  const found = newSearch(lightOfTone(state.tone, codebook.densest), size, set);
  // the codebook starts with the blank if any cell is transparent
  transparentCells(state.opacity, size)?.forEach((blank, cell) => {
    if (blank === 1) holdGlyph(found, cell, 0);
  });
  if (state.contours !== null) followContours(found, state.contours, strokeWorth(params));
  runSearch(found, state.kernels);
  return found.glyph;
};

/** What the stroke along the clearest contour is worth, in units of the error. Line art is made of strokes. */
export const strokeWorth = ({ structure, edges }: Pick<RenderParams, "structure" | "edges">): number =>
  (edges ? LINE_ART : 1) * WORTH * structure ** 3;

const WORTH = 0.295;

/** How much more a stroke is worth in line art; enough that every contour gets one. */
const LINE_ART = 40;

/**
 * Serpentine Floyd-Steinberg (1976) in linear light: each cell takes the glyph nearest to its light, or the stroke along a
 * clear contour, and passes 7, 3, 5 and 1 sixteenths of the error on to the cells ahead. Transparent cells are skipped.
 */
export const diffuse = (state: PipelineState, { structure }: RenderParams): Uint8Array => {
  const { wanted, codebook, size } = state;
  const { columns, rows } = size;
  const blanks = transparentCells(state.opacity, size);
  const drawn = drawnGlyphs(codebook);
  const lights = Float64Array.from(drawn, (glyph) => ATLAS.tone[glyph]! / codebook.densest);
  const strokes = codebook.strokes && STROKES.map((glyph) => drawn.indexOf(glyph));
  const light = Float64Array.from(wanted);
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
      const index = stroke ? strokes![stroke - 1]! : nearest(codebook.tones, light[cell]!);
      const error = light[cell]! - lights[index]!;
      cells[cell] = index;
      give(row, column + ahead, (error * 7) / 16);
      give(row + 1, column - ahead, (error * 3) / 16);
      give(row + 1, column, (error * 5) / 16);
      give(row + 1, column + ahead, error / 16);
    }
  }
  return cells;
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
