import { COMPARED, type Comparison, type ComparisonRow } from "../../bench/compare/record.ts";
import { bestOf, NOISE } from "../../bench/compare/rows.ts";
import { LEFT_OUT, OWN } from "../../bench/compare/tools.ts";
import { code, table } from "../../packages/documents/src/markdown/page.ts";

/** The reference page of the comparison with other tools: every setting, every picture, every command. */
export const comparisonPage = (comparison: Comparison): string =>
  `${[
    "---\ntitle: Comparison\nshape: reference\n---",
    "<!-- Written by npm run docs from comparison.json: do not edit. -->",
    "# Comparison",
    introduction(comparison),
    `## All settings\n\n${settings(comparison.rows)}`,
    `## By picture\n\nEverybody's best setting is the one with the highest mean of \`ssim_full\`. Here are all of them, picture by picture.\n\n${pictures(comparison.rows)}`,
    `## Times\n\n${startSentence(comparison)} Everybody draws all pictures in turn; the least and the median of the rounds, a picture each. Only the best setting of each tool is timed.\n\n${times(comparison)}`,
    `## Commands\n\n${COMMANDS}\n\n${commands(comparison.rows)}`,
    `## Not in it\n\n${LEFT_OUT.map(([name, reason]) => `- **${name}**: ${reason}.`).join("\n")}`,
    `## Noise\n\n${NOISE_TEXT}`,
  ].join("\n\n")}\n`;

const introduction = ({ date, machine, font, columns, rows }: Comparison): string =>
  `The ${Object.keys(rows[0]!.pictures).length} pictures of \`fixtures/\`, ${columns} columns, plain text in one color on black, judged in ${font} by a judge that shares no code with the engine ([how](../../bench/README.md)). \`ssim_full\` is tone and form from reading distance, \`ssim_half\` the close view, \`edgef1\` how well edges meet, \`strokes\` the share of clear contours that have the one of \`- / | \\\` along them, \`calm\` the share of neighbors in even areas that are the same character; 1 is best. Measured on ${date}, ${machine}. \`npm run build && npm run compare\` does it again and writes this page and the README's table.`;

const row = (name: string, figures: readonly string[]): readonly string[] => [name, ...figures];

const settings = (rows: readonly ComparisonRow[]): string =>
  table(
    ["tool", "version", "setting", ...COMPARED.map(code)],
    rows.map(({ tool, version, setting, scores }) =>
      row(tool, [version, setting, ...COMPARED.map((name) => figure(scores[name]))]),
    ),
  );

const pictures = (rows: readonly ComparisonRow[]): string => {
  const files = Object.keys(rows[0]!.pictures);
  return COMPARED.map((score) => {
    const body = rows.map(({ tool, setting, pictures: each }) =>
      row(
        `${tool}, ${setting}`,
        files.map((file) => figure(each[file]![score])),
      ),
    );
    return `${code(score)}\n\n${table(["", ...files.map((file) => file.replace(/\.png$/, ""))], body)}`;
  }).join("\n\n");
};

const times = ({ rows, nodeStart }: Comparison): string => {
  const timed = rows.flatMap((each) =>
    each.times === null
      ? []
      : [row(`${each.tool}, ${each.setting}`, [`${each.times.least}`, `${each.times.median}`, ratio(each)])],
  );
  const start = row("node, doing nothing", [`${nodeStart?.least}`, `${nodeStart?.median}`, ""]);
  return table(["", "least ms", "median ms", "× ours, by the least"], [...timed, start]);
};

const COMMANDS =
  "For the first picture. Tools that have a command line are run by it, packages by a line of JavaScript in the folder that they are installed into; all of Node's by the same Node.";

const commands = (rows: readonly ComparisonRow[]): string =>
  rows
    .map(({ tool, version, setting, command }) => `${tool} ${version}, ${setting}:\n\n\`\`\`text\n${command}\n\`\`\``)
    .join("\n\n");

const NOISE_TEXT = `The pages are the same for the same version of a tool, so \`npm run compare -- --check\` takes a mean for changed that is off by more than ${NOISE.score}. Times are a machine's: it takes a ratio for changed that is off by a factor of more than ${NOISE.times}. Of a tool in another version it says so and compares nothing; of one that is missing it keeps the committed rows. Our own rows are computed again at every \`npm test\`.`;

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

/** Names the tools that beat our better setting, by score. */
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
const figure = (score: number): string => score.toFixed(3).replace(/^0/, "");

/** How long a whole command takes beside ours. */
const ratio = ({ times }: ComparisonRow): string => (times === null ? "" : `× ${times.ratio.toFixed(2)}`);

/** What our time is made of. */
const startSentence = ({ rows, nodeStart, nextPicture }: Comparison): string => {
  const ours = rows.find(({ tool }) => tool === OWN)?.times;
  if (ours == null || nodeStart === null || nextPicture === null)
    throw new Error("The comparison has no times of ours.");
  const [all, start, next] = [ours.least, nodeStart.least, nextPicture].map(Math.round);
  return `Time is that of a whole command for one picture, the program's start included, as a multiple of ours: ${all} ms, of which Node's own start is ${start} ms. Most of the rest is loaded and compiled once: each further picture in the same command takes ${next} ms.`;
};
