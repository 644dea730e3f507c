import type { RenderParams } from "@lumiglyph/contract";
import type { Contours, Frame } from "../frame.ts";
import { transparentCells } from "../stages/match.ts";
import { holdBlank, openCells, PORTIONS } from "./open-cells.ts";
import { drawOpen, emptyPage, type Page, readPage, rewritten, type Written } from "./page.ts";

/** A page of which only what has to change is drawn anew. */
export type SteadyCells = {
  /**
   * The glyphs for a frame that has its tones and its codebook, those that it draws with and some that are on their way out.
   * It asks for the contours of the cells that it draws anew, which are not 0.
   */
  readonly next: (
    frame: Frame,
    params: RenderParams,
    contours: (open: Uint8Array | null) => Contours | null,
  ) => Written;
  /** The next frame is drawn on an empty page. */
  readonly restart: () => void;
};

/**
 * A cell keeps its glyph until its tones have drifted. Those that have are searched among glyphs that stay, so that one cannot
 * upset the others. For another codebook all are drawn anew, but a portion at a time.
 */
export const createSteadyCells = (): SteadyCells => {
  let page: Page | null = null;
  let turn = 0;
  let renewing = 0;
  const turnTo = (frame: Frame): Page => {
    if (page === null) return emptyPage(frame);
    if (page.codebook !== frame.codebook) {
      page = rewritten(page, frame.codebook);
      renewing = PORTIONS;
    }
    openCells(page, frame.tone, turn++, renewing-- > 0);
    return page;
  };
  return {
    next: (frame, params, contours) => {
      page = turnTo(frame);
      holdBlank(page, transparentCells(frame));
      const { dirty } = page.search;
      if (dirty.includes(1)) drawOpen(page, frame, contours(dirty), params.structure);
      return readPage(page);
    },
    restart: () => {
      page = null;
      renewing = 0;
    },
  };
};
