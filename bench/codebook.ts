import type { GlyphEvidence } from "@lumiglyph/contract";
import type { StageName } from "@lumiglyph/engine";
import { type Draw, decode, loadEngine, readParams } from "./engine.ts";
import { listPictures } from "./pictures.ts";
import type { Question } from "./question.ts";
import { startStageClock } from "./stage-clock.ts";
import { mean, median } from "./statistics/averages.ts";
import { printTable } from "./table.ts";

export const codebook: Question = {
  name: "codebook",
  asks: "How small is the codebook, and what does finding it cost?",
  answer: async ({ columns, corpus, params, quick }) => {
    const draw = await loadEngine();
    const query = params[0] ?? "autoOptimize=0";
    const found: Found[] = [];
    const pictures = await listPictures(corpus);
    for (const { read } of pictures) {
      const picture = await decode(read(), columns);
      for (const limit of LIMITS) {
        const options = readParams(`${query}&glyphStrategy=adaptive&maxGlyphRmse=${limit}`, columns);
        found.push({ limit, ...(await find(draw, picture, options, quick ? 3 : 9)) });
      }
    }
    console.log(`${query}, ${columns} columns, ${pictures.length} pictures\n`);
    printTable(
      ["limit", "mean size", "sizes", "mean rmse", "within limit", "median ms", "most ms"],
      LIMITS.map((limit) => rowFor(limit, found)),
    );
  },
};

const LIMITS = [0.01, 0.02, 0.03, 0.05];
const STAGE: StageName = "codebook";

type Found = { readonly limit: number; readonly glyphs: GlyphEvidence; readonly ms: number };

const find = async (
  draw: Draw,
  picture: Parameters<Draw>[0],
  options: Parameters<Draw>[1],
  runs: number,
): Promise<Omit<Found, "limit">> => {
  const { glyphs } = draw(picture, options);
  const times = Array.from({ length: runs }, () => {
    const { watch, spent } = startStageClock();
    draw(picture, options, watch);
    return spent.get(STAGE) ?? Number.NaN;
  });
  return { glyphs, ms: median(times) };
};

const rowFor = (limit: number, found: readonly Found[]): string[] => {
  const rows = found.filter((row) => row.limit === limit);
  const sizes = rows.map(({ glyphs }) => glyphs.size);
  const ms = rows.map((row) => row.ms);
  return [
    limit.toFixed(2),
    mean(sizes).toFixed(1),
    `${Math.min(...sizes)} to ${Math.max(...sizes)}`,
    mean(rows.map(({ glyphs }) => glyphs.rmse)).toFixed(4),
    `${rows.filter(({ glyphs }) => glyphs.withinLimit).length} of ${rows.length}`,
    median(ms).toFixed(2),
    Math.max(...ms).toFixed(2),
  ];
};
