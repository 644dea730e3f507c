import type { RenderParams } from "@lumiglyph/contract";
import { cellMeans } from "../cells.ts";
import type { Frame } from "../frame.ts";
import { ATLAS } from "../glyphs/atlas.ts";
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

/** Cells with next to nothing opaque in them are blank whatever the tones say (decision 1.10). */
const transparentCells = ({ opacity, size }: Frame): Uint8Array | null =>
  opacity && Uint8Array.from(cellMeans(opacity, size), (share) => (share < LEAST_OPAQUE ? 1 : 0));

const LEAST_OPAQUE = 1 / 2;

/** The directional glyphs, in the order of `Contours.direction`. */
const DIRECTIONAL = ["-", "/", "|", "\\"];

/**
 * What the glyph along a perfectly clear contour is worth, in units of the seen error. The search finds such glyphs by
 * itself where they help, so the default only tips the balance; towards 1 they are drawn for their own sake.
 */
const worth = (structure: number): number => 0.02 * structure * structure * structure * structure;

/** Cells with a clear contour lean towards the directional glyph along it, where the codebook has it. */
const leaningOf = ({ contours, codebook }: Frame, structure: number): Leaning | null => {
  if (contours === null) return null;
  const places = DIRECTIONAL.map((glyph) => codebook.glyphs.indexOf(ATLAS.indexOf(glyph)));
  const along = contours.direction.map((direction) => {
    const place = places[direction - 1] ?? -1;
    return place < 0 ? NO_GLYPH : place;
  });
  return { along, prior: contours.strength.map((strength) => worth(structure) * strength) };
};
