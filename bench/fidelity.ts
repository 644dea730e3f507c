import type { RenderResult } from "@lumiglyph/engine";
import { decode, listPictures, loadEngine, type Picture, readParams } from "./engine.ts";
import { judgeFor } from "./judge/judge.ts";
import { penOf } from "./judge/pen.ts";
import { SCORE_NAMES, type Scores } from "./judge/scores.ts";
import { printTable } from "./measure.ts";
import type { Options, Question } from "./options.ts";
import { mean } from "./statistics.ts";

export const fidelity: Question = {
  name: "fidelity",
  asks: "How faithful is the picture?",
  answer: async (options) => {
    const scorerFor = await createScorer(options);
    const queries = options.params.length === 0 ? [""] : options.params;
    const results = queries.map((): Result[] => []);
    for (const picture of await listPictures(options.corpus)) {
      const score = await scorerFor(picture);
      for (const [i, query] of queries.entries()) {
        const { rendered, scores } = score(query);
        results[i]!.push({ class: picture.class, quality: rendered.quality.score, ...scores });
      }
    }
    console.log(`Judged in ${options.font}, ${options.columns} columns; 1 is best. quality is the render's own score.`);
    for (const [i, query] of queries.entries()) report(query, results[i]!);
  },
};

/** Renders one picture with parameters in query syntax and scores the text. */
type Score = (query: string) => { readonly rendered: Pick<RenderResult, "quality">; readonly scores: Scores };

/** The engine with the independent judge: each picture is read, decoded and analyzed once for all parameters. */
export const createScorer = async ({
  columns,
  font,
}: Pick<Options, "columns" | "font">): Promise<(picture: Picture) => Promise<Score>> => {
  const draw = await loadEngine();
  const pen = penOf(font);
  return async ({ read }) => {
    const bytes = read();
    const judge = await judgeFor(bytes, pen);
    const picture = await decode(bytes, columns);
    return (query) => {
      const rendered = draw(picture, readParams(query, columns));
      return { rendered, scores: judge(rendered.body) };
    };
  };
};

type Result = Scores & { readonly class: string; readonly quality: number };

const FIGURES = [...SCORE_NAMES, "quality"] as const;

const report = (query: string, results: readonly Result[]): void => {
  console.log(`\n${query === "" ? "defaults" : query}, ${results.length} pictures\n`);
  const row = (name: string, some: readonly Result[]): string[] => [
    name,
    `${some.length}`,
    ...FIGURES.map((figure) => mean(some.map((result) => result[figure])).toFixed(3)),
  ];
  const classes = [...Map.groupBy(results, (result) => result.class)].map(([name, some]) => row(name, some));
  printTable(["class", "pictures", ...FIGURES], [...classes, row("all", results)]);
};
