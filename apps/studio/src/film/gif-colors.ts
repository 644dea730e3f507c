import { quantize } from "gifenc";
import type { GlyphAtlas } from "../paint/atlas.ts";
import type { Rgb } from "../paint/page.ts";
import { createFilmBoard } from "./film-board.ts";
import type { FilmPage } from "./film-frame.ts";
import type { FilmSize } from "./film-size.ts";
import { inkColors } from "./gif-palette.ts";
import type { Reel } from "./reel.ts";

/** Places in a palette, less the one that stands for no change. */
const MOST_COLORS = 255;

/** The colors that a whole film is told in: those between its ground and its ink, or the most useful of what a few frames show. */
export const gifColors = async (reel: Reel, size: FilmSize, atlas: GlyphAtlas): Promise<readonly Rgb[]> => {
  const pages: FilmPage[] = [];
  for await (const { page } of reel.glimpses()) {
    pages.push({ ...page, glyphs: page.glyphs.slice(), colors: page.colors?.slice() ?? null });
  }
  const [first] = pages as [FilmPage];
  if (pages.every((page) => isInInk(page, first))) return inkColors(first.ground, first.ink);
  // told apart by 565 bits it takes 15 times as long, for .4 dB
  return [first.ground, ...quantize(pixelsOf(pages, size, atlas), MOST_COLORS - 1, { format: "rgb444" })];
};

const isInInk = ({ colors, ground, ink }: FilmPage, first: FilmPage): boolean =>
  colors === null && String([ground, ink]) === String([first.ground, first.ink]);

const pixelsOf = (pages: readonly FilmPage[], size: FilmSize, atlas: GlyphAtlas): Uint8Array => {
  const { board, paint } = createFilmBoard(pages[0]!, size, atlas);
  const all = new Uint8Array(pages.length * board.pixels.byteLength);
  for (const [i, page] of pages.entries()) {
    paint(page);
    all.set(new Uint8Array(board.pixels.buffer), i * board.pixels.byteLength);
  }
  return all;
};
