import type { GridSize } from "@lumiglyph/contract";
import { ATLAS } from "@lumiglyph/engine";
import type { FilmPage } from "./film-frame.ts";
import { BLANK, blankCells, colorOf, packCells } from "./packed-cells.ts";

/** What has to be printed for a page to stand on a terminal that shows the one before. */
export type CastPen = (page: FilmPage) => string;

/** Cells that are rather printed again than passed over: as many characters as a move takes in JSON. */
const SHORT_GAP = 9;

/**
 * Prints only what has changed, by ECMA-48: CUP to a place, CUF along a row, SGR 38;2 and 48;2 for colors (ISO 8613-6), ED
 * where the ground changes. The first page is printed on a cleared screen.
 */
export const createCastPen = ({ columns, rows }: GridSize): CastPen => {
  const before = blankCells(columns * rows);
  const now = blankCells(columns * rows);
  let ground = -1;
  /** The color that is set, or −1. */
  let color = -1;
  let text = "";

  const clear = (page: FilmPage): void => {
    ground = colorOf(page.ground);
    color = -1;
    before.fill(BLANK);
    text += `\x1b[0;48;2;${rgb(ground)}m\x1b[2J`;
  };
  const print = (cell: number): void => {
    const wanted = cell & 0xffffff;
    if (cell !== BLANK && wanted !== color) {
      color = wanted;
      text += `\x1b[38;2;${rgb(color)}m`;
    }
    text += ATLAS.glyphs[cell >>> 24]!;
  };
  /** Whether cells can be printed again without another color. */
  const isPlain = (from: number, to: number): boolean => {
    if (to - from > SHORT_GAP) return false;
    for (let i = from; i < to; i++) if (now[i] !== BLANK && (now[i]! & 0xffffff) !== color) return false;
    return true;
  };
  const printRow = (start: number): void => {
    let at = -1;
    for (let i = start; i < start + columns; i++) {
      if (now[i] === before[i]) continue;
      if (at === -1) text += `\x1b[${start / columns + 1};${i - start + 1}H`;
      else if (isPlain(at, i)) for (; at < i; at++) print(now[at]!);
      else if (at < i) text += `\x1b[${i - at}C`;
      print(now[i]!);
      at = i + 1;
    }
  };
  return (page) => {
    text = "";
    if (colorOf(page.ground) !== ground) clear(page);
    packCells(page, now);
    for (let start = 0; start < now.length; start += columns) printRow(start);
    before.set(now);
    return text;
  };
};

const rgb = (color: number): string => `${color & 255};${(color >> 8) & 255};${color >> 16}`;
