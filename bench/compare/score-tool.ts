import type { Scores } from "../judge/scores.ts";
import { mean } from "../statistics/averages.ts";
import { pageOfOutput } from "./page-of-output.ts";
import { COMPARED, type ComparedScores, type ComparisonRow } from "./record.ts";
import type { Program } from "./sources.ts";
import type { Subject } from "./subjects.ts";
import type { Setting, Tool } from "./tools.ts";

/** How a tool does with each of its settings; nobody has timed it yet. */
export const scoreTool = (tool: Tool, program: Program, subjects: readonly Subject[]): readonly ComparisonRow[] =>
  tool.settings.map((setting) => {
    const pictures = new Map(subjects.map((subject) => [subject.name, scoreOf(program, setting, subject)]));
    return {
      tool: tool.name,
      version: program.version,
      setting: setting.says,
      ascii: setting.beyondAscii === undefined,
      command: commandOf(tool, setting, subjects[0]!),
      scores: rounded(meansOf([...pictures.values()])),
      pictures: Object.fromEntries([...pictures].map(([name, scores]) => [name, rounded(scores)])),
      times: null,
    };
  });

const scoreOf = (program: Program, { words, says }: Setting, { name, file, grid, judge }: Subject): Scores => {
  const page = pageOfOutput(program.draw(words(grid), file));
  const rows = page.split("\n");
  // whoever draws more characters than the others would be ahead for that alone
  if (rows.length !== grid.rows || [...rows[0]!].length !== grid.columns) {
    throw new RangeError(`${says}: ${name} came as ${[...rows[0]!].length} × ${rows.length} characters.`);
  }
  return judge(page);
};

/** The means that a row has, of scores of several pictures. */
export const meansOf = (all: readonly ComparedScores[]): ComparedScores =>
  byFigure((name) => mean(all.map((scores) => scores[name])));

/** Four decimals, of which the last means nothing. */
export const rounded = (scores: ComparedScores): ComparedScores =>
  byFigure((name) => Math.round(scores[name] * 10_000) / 10_000);

const byFigure = (value: (name: keyof ComparedScores) => number): ComparedScores =>
  Object.fromEntries(COMPARED.map((name) => [name, value(name)])) as ComparedScores;

/** The command line for one picture, as a reader would type it. */
const commandOf = ({ source }: Tool, { words }: Setting, { name, grid }: Subject): string =>
  [source.program, ...words(grid), name].map(quoted).join(" ");

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`);
