import { resizeByArea } from "./area.ts";
import { readPage, viewPage } from "./page.ts";
import type { Pen } from "./pen.ts";
import { compareViews, type Scores } from "./scores.ts";
import { layOn, readSource } from "./source.ts";
import { CELL, type View, viewOf } from "./view.ts";

/** Judges plain texts by the one picture that they are to show. */
export type Judge = (text: string) => Scores;

/** A judge for a picture. It is decoded once, and looked at once for each size of text. */
export const judgeFor = async (bytes: Uint8Array, pen: Pen): Promise<Judge> => {
  const source = await readSource(bytes);
  const papers = source.opacity === null ? [BLACK] : [BLACK, WHITE];
  const views = new Map<string, readonly View[]>();
  const look = (columns: number, rows: number): readonly View[] =>
    papers.map((paper) => viewOf(resizeByArea(layOn(source, paper), columns * CELL.width, rows * CELL.height)));
  return (text) => {
    const page = readPage(text);
    const [columns, rows] = [page[0]!.length, page.length];
    const pictures = views.get(`${columns} × ${rows}`) ?? look(columns, rows);
    views.set(`${columns} × ${rows}`, pictures);
    const seen = viewPage(page, pen);
    return best(pictures.map((picture) => compareViews(seen, picture)));
  };
};

/** A transparent picture may be meant for either paper: the text is judged by the one that suits it better. */
const BLACK = 0;
const WHITE = 1;

const best = (scores: readonly Scores[]): Scores => scores.reduce((a, b) => (b.ssim_full > a.ssim_full ? b : a));
