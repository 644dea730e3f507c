import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type GridSize, gridSize } from "@lumiglyph/contract";
import sharp from "sharp";
import { ROOT } from "../../scripts/pack/published.ts";
import { listPictures } from "../engine.ts";
import { type Judge, judgeFor } from "../judge/judge.ts";
import { penOf } from "../judge/pen.ts";
import { SCORE_NAMES, type Scores } from "../judge/scores.ts";
import { mean } from "../statistics.ts";
import type { ComparisonRow } from "./record.ts";
import type { Program } from "./sources.ts";
import type { Setting, Tool } from "./tools.ts";

/** A picture that every tool renders: its file, the grid that all must fill, and its judge. */
export type Subject = {
  readonly name: string;
  readonly file: string;
  readonly grid: GridSize;
  readonly judge: Judge;
};

/** The project's own pictures. */
export const loadSubjects = async (columns: number, font: string): Promise<readonly Subject[]> => {
  const pen = penOf(font);
  return Promise.all(
    (await listPictures(null)).map(async ({ file, read }) => {
      const bytes = read();
      const { width, height } = await sharp(bytes).metadata();
      const judge = await judgeFor(bytes, pen);
      return { name: file, file: join(ROOT, "fixtures", file), grid: gridSize({ columns }, width, height), judge };
    }),
  );
};

/** Scores a tool with each of its settings, without times. */
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
  const art = artOfOutput(program.draw(words(grid), file));
  const rows = art.split("\n");
  // more characters would be an unfair advantage
  if (rows.length !== grid.rows || [...rows[0]!].length !== grid.columns) {
    throw new RangeError(
      `${says}: ${name} has ${[...rows[0]!].length} × ${rows.length} characters, not ${grid.columns} × ${grid.rows}.`,
    );
  }
  return judge(art);
};

/** Means over pictures. */
export const meansOf = (all: readonly Scores[]): Scores => byName((name) => mean(all.map((scores) => scores[name])));

/** Rounds to four decimals; the last one is noise. */
export const rounded = (scores: Scores): Scores => byName((name) => Math.round(scores[name] * 10_000) / 10_000);

const byName = (value: (name: keyof Scores) => number): Scores =>
  Object.fromEntries(SCORE_NAMES.map((name) => [name, value(name)])) as Scores;

/** The command line for one picture, as a reader would type it. */
const commandOf = ({ source }: Tool, { words }: Setting, { name, grid }: Subject): string =>
  [source.program, ...words(grid), name].map(quoted).join(" ");

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`);

/** Strips control sequences from a tool's output and pads its rows to one length, as the judge requires. */
export const artOfOutput = (output: string): string => {
  const rows = stripVTControlCharacters(output).replace(/\n+$/, "").split("\n");
  const width = Math.max(...rows.map((row) => [...row].length));
  return rows.map((row) => row + " ".repeat(width - [...row].length)).join("\n");
};
