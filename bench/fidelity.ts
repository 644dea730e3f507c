import { createEasel } from "./easel.ts";
import { SCORE_NAMES } from "./judge/scores.ts";
import { DEFAULT_FONT, type Options } from "./options.ts";
import { listPictures, type Picture } from "./pictures.ts";
import type { Question } from "./question.ts";
import { readRecords, type ScoreRecord, writeRecords } from "./records.ts";
import { compareWithRivals } from "./rivals.ts";
import { mean } from "./statistics/averages.ts";
import { printTable } from "./table.ts";

export const fidelity: Question = {
  name: "fidelity",
  asks: "How faithful is the picture?",
  answer: async (options) => {
    const score = await scorer(options);
    const records: ScoreRecord[] = [];
    for (const picture of await listPictures(options.corpus)) records.push(...(await score(picture)));
    if (options.json !== null) writeRecords(options.json, records);
    const rivals = options.rivals === null ? [] : readRecords(options.rivals);
    console.log(`Seen in ${options.font}, ${options.columns} columns; 1 is best.`);
    if (rivals.length > 0 && options.font !== DEFAULT_FONT) console.log("Rivals must have been seen in the same font.");
    for (const own of Map.groupBy(records, ({ tool }) => tool).values()) report(own, rivals);
  },
};

/** Scores a picture drawn with each variant of the parameters. */
const scorer = async (options: Options): Promise<(picture: Picture) => Promise<ScoreRecord[]>> => {
  const easel = await createEasel(options);
  const variants = options.params.length === 0 ? [""] : options.params;
  return async (picture) => {
    const attempt = await easel(picture);
    return variants.map((query) => ({
      tool: `lumiglyph ${query}`.trim(),
      file: picture.file,
      class: picture.class,
      cols: options.columns,
      ...attempt(query).scores,
    }));
  };
};

const report = (own: readonly ScoreRecord[], rivals: readonly ScoreRecord[]): void => {
  console.log(`\n${own[0]!.tool}, ${own.length} pictures\n`);
  const row = (name: string, records: readonly ScoreRecord[]): string[] => [
    name,
    `${records.length}`,
    ...SCORE_NAMES.map((score) => mean(records.map((record) => record[score])).toFixed(3)),
  ];
  const classes = [...Map.groupBy(own, (record) => record.class)].map(([name, records]) => row(name, records));
  printTable(["class", "pictures", ...SCORE_NAMES], [...classes, row("all", own)]);
  if (rivals.length > 0) compareWithRivals(own, rivals);
};
