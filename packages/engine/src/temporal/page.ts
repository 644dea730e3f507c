import type { Contours, Frame } from "../frame.ts";
import { type Codebook, drawnGlyphs } from "../glyphs/codebook.ts";
import { clampTone, mapPlane, type Plane } from "../plane.ts";
import { glyphSet } from "../search/glyph-set.ts";
import { runSearch } from "../search/search.ts";
import { followContours, type Inside, insideOf, newSearch, type SearchState } from "../search/state.ts";
import { lightCurve, lightOfTone } from "../search/target.ts";
import { type Bands, makeBands } from "./bands.ts";

/** A page that is drawn again and again, never all of it. */
export type Page = {
  readonly codebook: Codebook;
  /** Glyphs of an earlier codebook that are still on the page. */
  readonly retired: readonly number[];
  /** Its glyphs are the codebook's and its strokes, then the gray, then the retired. Cells are open where `dirty`, else `held`. */
  readonly search: SearchState;
  /** What the search's error is before any glyph is drawn. */
  readonly bare: Float32Array;
  readonly inside: Inside;
  /** The light to aim for by tone. */
  readonly curve: Float32Array;
  /** The tones that the cells' glyphs were chosen for, and their light. */
  readonly shown: Plane;
  readonly target: Plane;
  /** Room for how far other tones are from those. */
  readonly drift: Bands;
};

/** A page for tones and a codebook: every cell gray and open. */
export const emptyPage = (
  { tone, codebook, size }: Pick<Frame, "tone" | "codebook" | "size">,
  retired: readonly number[] = [],
): Page => {
  const set = glyphSet(codebook.glyphs, codebook.strokes, retired);
  const target = lightOfTone(tone, codebook.densest);
  const search = newSearch(target, size, set);
  return {
    codebook,
    retired,
    search,
    bare: search.error.slice(),
    inside: insideOf(target),
    curve: lightCurve(codebook.densest),
    shown: { ...tone, data: tone.data.slice() },
    target,
    drift: makeBands(size),
  };
};

/** The same page in another codebook: what that lacks is retired, but stays. */
export const rewritten = (page: Page, codebook: Codebook): Page => {
  const entries = atlasEntries(page);
  const used = new Set(page.search.glyph);
  const drawn = drawnGlyphs(codebook);
  const retired = entries.filter((glyph, entry) => used.has(entry) && !drawn.includes(glyph));
  const next = emptyPage({ tone: mapPlane(page.shown, clampTone), codebook, size: page.search.size }, retired);
  const places = atlasEntries(next);
  const moves = Uint8Array.from(entries, (glyph) => Math.max(0, places.indexOf(glyph)));
  const { glyph, gain } = next.search;
  for (let cell = 0; cell < glyph.length; cell++) glyph[cell] = moves[page.search.glyph[cell]!]!;
  gain.fill(1);
  return next;
};

/** The place in the atlas of each entry of a page's glyphs; the gray has none. */
const atlasEntries = ({ codebook, retired }: Page): readonly number[] => [...drawnGlyphs(codebook), -1, ...retired];

/** The glyphs that a page is written in, as places in the atlas, and the place of each cell's among them. */
export type Written = { readonly glyphs: readonly number[]; readonly cells: Uint8Array };

/** What a page without gray cells says. */
export const readPage = ({ codebook, retired, search }: Page): Written => {
  const glyphs = drawnGlyphs(codebook);
  const { glyph } = search;
  if (retired.length === 0 || !glyph.some((entry) => entry > glyphs.length)) return { glyphs, cells: glyph };
  return { glyphs: [...glyphs, ...retired], cells: glyph.map((entry) => (entry > glyphs.length ? entry - 1 : entry)) };
};

/** Searches the open cells among the glyphs of those that are held. */
export const drawOpen = (page: Page, { kernels }: Frame, contours: Contours | null, worth: number): void => {
  const { search, bare } = page;
  search.error.set(bare);
  if (contours !== null) followContours(search, contours, worth);
  runSearch(search, kernels);
};
