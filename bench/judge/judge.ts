import { resizeByArea } from "./area.ts";
import { drawnAs, type Wish, wishesOf } from "./drawn.ts";
import { readPage, viewPage } from "./page.ts";
import type { Pen } from "./pen.ts";
import { compareViews, type Likeness, type Scores } from "./scores.ts";
import { layOn, readSource } from "./source.ts";
import { CELL, type View, viewOf } from "./view.ts";

/** Judges plain texts by the one picture that they are to show. */
export type Judge = (text: string) => Scores;

/** A picture as it is looked at for one size of text: what is seen of it on each paper, what its cells ask for. */
type Look = { readonly views: readonly View[]; readonly wishes: readonly Wish[] };

/** A judge for a picture. It is decoded once, and looked at once for each size of text. */
export const judgeFor = async (bytes: Uint8Array, pen: Pen): Promise<Judge> => {
  const source = await readSource(bytes);
  const papers = source.opacity === null ? [BLACK] : [BLACK, WHITE];
  const looks = new Map<string, Look>();
  const look = (columns: number, rows: number): Look => ({
    views: papers.map((paper) => viewOf(resizeByArea(layOn(source, paper), columns * CELL.width, rows * CELL.height))),
    wishes: wishesOf(layOn(source, BLACK), columns, rows),
  });
  return (text) => {
    const page = readPage(text);
    const [columns, rows] = [page[0]!.length, page.length];
    const { views, wishes } = looks.get(`${columns} × ${rows}`) ?? look(columns, rows);
    looks.set(`${columns} × ${rows}`, { views, wishes });
    const seen = viewPage(page, pen);
    return { ...best(views.map((picture) => compareViews(seen, picture))), ...drawnAs(page, wishes) };
  };
};

/** A transparent picture may be meant for either paper: the text is judged by the one that suits it better. */
const BLACK = 0;
const WHITE = 1;

const best = (scores: readonly Likeness[]): Likeness => scores.reduce((a, b) => (b.ssim_full > a.ssim_full ? b : a));
