import type { GlyphAtlas } from "../paint/atlas.ts";
import { blit } from "../paint/blit.ts";
import { type Board, createBoard, wipe } from "../paint/board.ts";
import type { FilmPage } from "./film-frame.ts";
import type { FilmSize } from "./film-size.ts";
import { colorOf } from "./packed-cells.ts";

/** Paints one frame after the other, each over the one before: only cells that have changed. */
export type FilmBoard = {
  readonly board: Board;
  readonly paint: (page: FilmPage) => void;
};

export const createFilmBoard = (first: FilmPage, { cell, width, height }: FilmSize, atlas: GlyphAtlas): FilmBoard => {
  const view = { cell, width, height, left: 0, top: 0 };
  const board = createBoard(first, view);
  let ground = -1;
  return {
    board,
    paint: (page) => {
      const wanted = colorOf(page.ground);
      if (wanted !== ground) {
        wipe(board);
        // what the cells leave free at the edges, where a side had to be made even
        board.pixels.fill((0xff000000 | wanted) >>> 0);
      }
      blit(page, view, atlas(cell), board);
      if (wanted !== ground) {
        board.top = 0;
        board.bottom = height;
      }
      ground = wanted;
    },
  };
};
