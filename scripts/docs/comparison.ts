import { code, table } from "../../apps/service/src/documents/markdown/page.ts";
import { COMPARED, type Comparison, type ComparisonRow } from "../../bench/compare/record.ts";
import { bestOf, NOISE } from "../../bench/compare/rows.ts";
import { LEFT_OUT, OWN } from "../../bench/compare/tools.ts";
import { COLOR_NAMES } from "../../bench/judge/color.ts";

/** The reference page of the comparison with other tools: every setting, every picture, every command. */
export const comparisonPage = (comparison: Comparison): string =>
  `${[
    "---\ntitle: Comparison\nshape: reference\n---",
    "<!-- Written by npm run docs from comparison.json: do not edit. -->",
    "# Comparison",
    introduction(comparison),
    `## All settings\n\n${settings(comparison.rows)}`,
    `## By picture\n\nA tool's best setting is the one with the highest mean \`ssim_full\`. This table has all settings, picture by picture.\n\n${pictures(comparison.rows)}`,
    `## Color\n\n${COLOR}\n\n${colorTable(comparison.color)}`,
    `## Times\n\n${startSentence(comparison)} All tools render all pictures in turn; the table has the minimum and the median of the rounds, per picture. Only the best setting of each tool is timed.\n\n${times(comparison)}`,
    `## Commands\n\n${COMMANDS}\n\n${commands(comparison.rows)}`,
    `## Left out\n\n${LEFT_OUT.map(([name, reason]) => `- **${name}**: ${reason}.`).join("\n")}`,
    `## Noise\n\n${NOISE_TEXT}`,
  ].join("\n\n")}\n`;

const introduction = ({ date, machine, font, columns, rows }: Comparison): string =>
  `The ${Object.keys(rows[0]!.pictures).length} pictures of \`fixtures/\`, ${columns} columns, plain text in one color on black, scored in ${font} by code that shares nothing with the engine ([how](../../bench/README.md)). \`ssim_full\` is tone and form from reading distance, \`ssim_half\` the close view, \`edgef1\` how well edges meet, \`strokes\` the share of clear contours with the matching one of \`- / | \\\`, \`calm\` the share of neighbors in even areas that are the same character; 1 is best. Measured on ${date}, ${machine}. \`npm run build && npm run compare\` repeats it and writes this page and the README's table.`;

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

const COLOR =
  "Pages in color, ours with the picture's own tones (`autoLevels=0 contrast=1 saturation=1 sharpen=0 denoise=0 autoOptimize=0`) beside chafa's with `--work 9`, judged by what a terminal shows: letters of the font, mosaics as rectangles. `dE_full` and `dE_half` are the mean difference in OKLab from reading distance and from near, `dEg_full` the first after one gain for the page, because ink on black cannot be as bright as the picture; 0 is best. In one ink ours makes dark areas brighter on purpose, which counts against it in all four figures. The last column is by how much chafa's page is farther from the picture, the mean over the pictures and its 95 % interval.";

/** The table of pages in color. */
export const colorTable = ({ version, pictures, rows }: Comparison["color"]): string => {
  const body = rows.flatMap(({ says, by, ours, theirs, ahead: { mean, low, high } }) => [
    [says, OWN, ...COLOR_NAMES.map((name) => small(ours[name])), ""],
    [
      "",
      `chafa ${version}`,
      ...COLOR_NAMES.map((name) => small(theirs[name])),
      `${code(by)} ${small(mean)} (${small(low)} to ${small(high)})`,
    ],
  ]);
  return `${table(["", "tool", ...COLOR_NAMES.map(code), "chafa is farther by"], body)}\n\n${pictures} pictures.`;
};

const small = (value: number): string => value.toFixed(4).replace(/^(-?)0/, "$1");

const times = ({ rows, nodeStart }: Comparison): string => {
  const timed = rows.flatMap((each) =>
    each.times === null
      ? []
      : [row(`${each.tool}, ${each.setting}`, [`${each.times.least}`, `${each.times.median}`, ratio(each)])],
  );
  const start = row("node, doing nothing", [`${nodeStart?.least}`, `${nodeStart?.median}`, ""]);
  return table(["", "minimum ms", "median ms", "× ours (minimum)"], [...timed, start]);
};

const COMMANDS =
  "For the first picture. Tools with a command line run through it, packages through a line of JavaScript in their installation folder; all Node tools run on the same Node.";

const commands = (rows: readonly ComparisonRow[]): string =>
  rows
    .map(({ tool, version, setting, command }) => `${tool} ${version}, ${setting}:\n\n\`\`\`text\n${command}\n\`\`\``)
    .join("\n\n");

const NOISE_TEXT = `The same version of a tool produces the same art, so \`npm run compare -- --check\` reports a mean as changed if it is off by more than ${NOISE.score}. Times depend on the machine: a ratio is reported as changed if it is off by a factor of more than ${NOISE.times}. For another version of a tool it says so and compares nothing; for a missing tool it keeps the committed rows. CI recomputes our own rows.`;

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

/** Names the tools that beat our best setting, by score. */
const aheadSentence = (rows: readonly ComparisonRow[]): string => {
  const ours = rows.filter(({ tool }) => tool === OWN);
  const ahead = COMPARED.flatMap((name) => {
    const most = Math.max(...ours.map(({ scores }) => scores[name]));
    const others = rows.filter(({ scores }) => scores[name] > most);
    const isAll = others.length === rows.length - ours.length;
    return others.length === 0 ? [] : [`in ${code(name)}, ${isAll ? "all others" : others.map(label).join(", ")}`];
  });
  return ahead.length === 0
    ? "No tool is ahead of ours in any of the five."
    : `Ahead of ours: ${ahead.join("; ")}. \`calm\` alone means little: blank art scores 1, and tools with few tones come close.`;
};

const label = ({ tool, setting, ascii }: ComparisonRow): string => {
  if (tool === OWN) return `**${tool}**, ${setting}`;
  return ascii ? tool : `${tool} with ${setting}`;
};

/** Three decimals, without the zero before the point. */
const figure = (score: number): string => score.toFixed(3).replace(/^0/, "");

/** The time of a whole command, as a multiple of ours. */
const ratio = ({ times }: ComparisonRow): string => (times === null ? "" : `× ${times.ratio.toFixed(2)}`);

/** The parts of our time: start and rendering. */
const startSentence = ({ rows, nodeStart, nextPicture }: Comparison): string => {
  const ours = rows.find(({ tool }) => tool === OWN)?.times;
  if (ours == null || nodeStart === null || nextPicture === null)
    throw new Error("The comparison has no times of ours.");
  const [all, start, next] = [ours.least, nodeStart.least, nextPicture].map(Math.round);
  return `Time is for a whole command with one picture, including program start, as a multiple of ours: ${all} ms, of which ${start} ms are Node's own start. Most of the rest is loading and compiling, once: each further picture in the same command takes ${next} ms.`;
};
