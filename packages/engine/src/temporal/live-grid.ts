import type { Contours } from "../contours.ts";
import { type Codebook, drawnGlyphs } from "../glyphs/codebook.ts";
import type { Hues, PipelineState } from "../pipeline-state.ts";
import { clampTone, mapPlane, type Plane } from "../plane.ts";
import { glyphSet } from "../search/glyph-set.ts";
import { runSearch } from "../search/search.ts";
import { followContours, type Inside, insideOf, newSearch, type SearchState } from "../search/state.ts";
import { lightCurve } from "../search/target.ts";
import { pageLight, pageTones } from "../stages/match.ts";
import { type CellDifference, makeCellDifference } from "./cell-difference.ts";

/** A grid that is updated from frame to frame, a part at a time. */
export type LiveGrid = {
  readonly codebook: Codebook;
  /** Glyphs of an earlier codebook that are still in use. */
  readonly retired: readonly number[];
  /**
   * Its glyph set holds the codebook and its strokes, then the gray, then the retired glyphs. Cells are open if `dirty`,
   * else `held`.
   */
  readonly search: SearchState;
  /** The search's error before any glyph is placed. */
  readonly bare: Float32Array;
  readonly inside: Inside;
  /** Target light by tone. */
  readonly curve: Float32Array;
  /** The tones that the cells' glyphs were chosen for, and their light. */
  readonly shown: Plane;
  readonly target: Plane;
  /** Buffer for the difference between those tones and a frame's. */
  readonly drift: CellDifference;
};

/** A grid with every cell gray and open. */
export const emptyGrid = (
  { tone, codebook, size, hues }: Pick<PipelineState, "tone" | "codebook" | "size" | "hues">,
  retired: readonly number[] = [],
): LiveGrid => {
  const { glyphs, strokes, atlas, coarse, inked } = codebook;
  const set = glyphSet(glyphs, strokes, retired, atlas, coarse, inked);
  const target = pageLight({ tone, codebook, hues });
  const search = newSearch(target, size, set, hues?.most);
  return {
    codebook,
    retired,
    search,
    bare: search.error.slice(),
    inside: insideOf(target),
    curve: lightCurve(pageTones({ codebook, hues })),
    shown: { ...tone, data: tone.data.slice() },
    target,
    drift: makeCellDifference(size),
  };
};

/** The same grid with another codebook. Glyphs that the codebook lacks are retired, but stay where they are. */
export const withCodebook = (grid: LiveGrid, codebook: Codebook, hues: Hues | null = null): LiveGrid => {
  const entries = atlasEntries(grid);
  const used = new Set(grid.search.glyph);
  const drawn = drawnGlyphs(codebook);
  const retired = entries.filter((glyph, entry) => used.has(entry) && !drawn.includes(glyph));
  const { size } = grid.search;
  const next = emptyGrid({ tone: mapPlane(grid.shown, clampTone), codebook, size, hues }, retired);
  const places = atlasEntries(next);
  const moves = Uint8Array.from(entries, (glyph) => Math.max(0, places.indexOf(glyph)));
  const { glyph, gain } = next.search;
  for (let cell = 0; cell < glyph.length; cell++) glyph[cell] = moves[grid.search.glyph[cell]!]!;
  if (hues === null) gain.fill(1);
  else gain.set(grid.search.gain);
  return next;
};

/** Index into the atlas of each entry of the glyph set; −1 for the gray. */
const atlasEntries = ({ codebook, retired }: LiveGrid): readonly number[] => [...drawnGlyphs(codebook), -1, ...retired];

/** The glyphs in use as indexes into the atlas; each cell's index into them and, in color, the luminance of its ink. */
export type GridGlyphs = {
  readonly glyphs: readonly number[];
  readonly cells: Uint8Array;
  readonly inks: Float32Array | null;
};

/** Reads a grid that has no gray cells. */
export const readGrid = ({ codebook, retired, search }: LiveGrid): GridGlyphs => {
  const glyphs = drawnGlyphs(codebook);
  const { glyph, gain, most } = search;
  const inks = most.length === 0 ? null : gain;
  if (retired.length === 0 || !glyph.some((entry) => entry > glyphs.length)) return { glyphs, cells: glyph, inks };
  const cells = glyph.map((entry) => (entry > glyphs.length ? entry - 1 : entry));
  return { glyphs: [...glyphs, ...retired], cells, inks };
};

/** Searches glyphs for the open cells, between the glyphs of the held ones. */
export const searchOpenCells = (
  grid: LiveGrid,
  { kernels }: PipelineState,
  contours: Contours | null,
  worth: number,
  least = 0,
): void => {
  const { search, bare } = grid;
  search.error.set(bare);
  if (contours !== null) followContours(search, contours, worth, least);
  runSearch(search, kernels);
};
