import { bestOf } from "../../bench/compare/best-rows.ts";
import { COMPARED, type Comparison, type ComparisonRow } from "../../bench/compare/record.ts";
import { OWN } from "../../bench/compare/tools.ts";
import { code, table } from "../../packages/documents/src/markdown/page.ts";

/** The README's table: a row for each tool, at its best. */
export const comparisonPart = (comparison: Comparison): string => {
  const rows = bestOf(comparison.rows);
  return [
    table(
      ["", "version", ...COMPARED.map(code), "time"],
      rows.map((row) => [label(row), row.version, ...COMPARED.map((name) => figure(row.scores[name])), ratio(row)]),
    ),
    `${aheadSentence(rows)} ${startSentence(comparison)}`,
  ].join("\n\n");
};

/** Where somebody else is better than the better of ours. */
const aheadSentence = (rows: readonly ComparisonRow[]): string => {
  const ours = rows.filter(({ tool }) => tool === OWN);
  const ahead = COMPARED.flatMap((name) => {
    const most = Math.max(...ours.map(({ scores }) => scores[name]));
    const others = rows.filter(({ scores }) => scores[name] > most);
    const isEverybody = others.length === rows.length - ours.length;
    return others.length === 0 ? [] : [`in ${code(name)} ${isEverybody ? "everybody" : others.map(label).join(", ")}`];
  });
  return ahead.length === 0
    ? "Nobody is ahead of us in any of the five."
    : `Ahead of us: ${ahead.join("; ")}. Calm alone is no merit: a blank page has 1, and whoever has few tones is near it.`;
};

const label = ({ tool, setting, ascii }: ComparisonRow): string => {
  if (tool === OWN) return `**${tool}**, ${setting}`;
  return ascii ? tool : `${tool} with ${setting}`;
};

/** Three decimals, without the zero before the point. */
export const figure = (score: number): string => score.toFixed(3).replace(/^0/, "");

/** How long a whole command takes beside ours. */
export const ratio = ({ times }: ComparisonRow): string => (times === null ? "" : `× ${times.ratio.toFixed(2)}`);

/** What our time is made of. */
export const startSentence = ({ rows, nodeStart, nextPicture }: Comparison): string => {
  const ours = rows.find(({ tool }) => tool === OWN)?.times;
  if (ours == null || nodeStart === null || nextPicture === null) throw new Error("Nobody has timed us.");
  const [all, start, next] = [ours.least, nodeStart.least, nextPicture].map(Math.round);
  return `Time is that of a whole command for one picture, the program's start included, as a multiple of ours: ${all} ms, of which Node's own start is ${start} ms. Most of the rest is loaded and compiled once: each further picture in the same command takes ${next} ms.`;
};
