import type { RenderParams } from "@lumiglyph/contract";
import { cellMeans } from "../cells.ts";
import type { Frame } from "../frame.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { DIRECTIONAL } from "../glyphs/directional.ts";
import { glyphSet } from "../search/glyph-set.ts";
import { runSearch } from "../search/search.ts";
import { type Leaning, NO_GLYPH, newSearch } from "../search/state.ts";
import { targetLight } from "../search/target.ts";
import type { Stage } from "../stage.ts";
import { diffuse } from "./diffuse.ts";

/** Gives each cell its glyph: by a search for the least seen error, or by Floyd-Steinberg error diffusion if asked. */
export const match: Stage = {
  name: "match",
  says: "a glyph for each cell by blurred-error search, or Floyd-Steinberg error diffusion if asked",
  wanted: () => true,
  run: (frame, params) => ({
    ...frame,
    cells: params.dither ? diffuse(frame, transparentCells(frame)) : search(frame, params),
  }),
};

const search = (frame: Frame, params: RenderParams): Uint8Array => {
  const set = glyphSet(frame.codebook.glyphs);
  const target = targetLight(frame.tone, set);
  const blanks = transparentCells(frame);
  const state = newSearch(target, frame.size, set, { leaning: leaningOf(frame, params.structure), blanks });
  runSearch(state, frame.kernels);
  return state.glyph;
};

/** Cells less than half opaque are blank whatever the tones say (decision 1.10). */
export const transparentCells = ({ opacity, size }: Frame): Uint8Array | null =>
  opacity && Uint8Array.from(cellMeans(opacity, size), (share) => (share < LEAST_OPAQUE ? 1 : 0));

const LEAST_OPAQUE = 1 / 2;

/**
 * What the glyph along a perfectly clear contour is worth, in units of the seen error. The search finds such glyphs by
 * itself where they help, so the default only tips the balance; towards 1 they are drawn for their own sake.
 */
const worth = (structure: number): number => 0.02 * structure * structure * structure * structure;

/** Cells with a clear contour lean towards the directional glyph along it, where the codebook has it. */
export const leaningOf = ({ contours, codebook }: Frame, structure: number): Leaning | null => {
  if (contours === null) return null;
  const places = DIRECTIONAL.map((glyph) => codebook.glyphs.indexOf(ATLAS.indexOf(glyph)));
  const most = worth(structure);
  const along = new Uint8Array(contours.direction.length).fill(NO_GLYPH);
  const prior = new Float32Array(along.length);
  for (let cell = 0; cell < along.length; cell++) {
    if (contours.direction[cell] === 0) continue;
    const place = places[contours.direction[cell]! - 1]!;
    if (place < 0) continue;
    along[cell] = place;
    prior[cell] = most * contours.strength[cell]!;
  }
  return { along, prior };
};
