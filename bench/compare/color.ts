import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type GridSize, gridSize } from "@lumiglyph/contract";
import sharp from "sharp";
import type { Picture } from "../engine.ts";
import { COLOR_NAMES, type ColorScores, colorJudgeFor } from "../judge/color.ts";
import { coverageBy } from "../judge/pen.ts";
import { mean } from "../statistics.ts";
import type { Program } from "./sources.ts";

/** A kind of page in color, our flags for it and chafa's, and the deciding score. */
type Kind = {
  readonly says: string;
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
  readonly by: keyof ColorScores;
};

const KINDS: readonly Kind[] = [
  {
    says: "letters in one ink",
    ours: ["--fill", "0", "--glyph-strategy", "adaptive"],
    theirs: ["--symbols", "ascii", "--fg-only"],
    by: "dEg_full",
  },
  {
    says: "letters in two colors",
    ours: ["--fill", "1", "--glyph-strategy", "fixed"],
    theirs: ["--symbols", "ascii"],
    by: "dE_full",
  },
  {
    // the best kind of each: this chafa draws no octants
    says: "octants, beside sextants",
    ours: ["--charset", "octants"],
    theirs: ["--symbols", "sextant"],
    by: "dE_full",
  },
  {
    says: "sextants in 256 colors",
    ours: ["--charset", "sextants", "--colors", "256"],
    theirs: ["--symbols", "sextant", "--colors", "256"],
    by: "dE_full",
  },
  {
    says: "sextants in 16 colors",
    ours: ["--charset", "sextants", "--colors", "16"],
    theirs: ["--symbols", "sextant", "--colors", "16"],
    by: "dE_full",
  },
];

/** A kind of page, compared on all pictures. */
export type ColorRow = {
  readonly says: string;
  readonly by: keyof ColorScores;
  readonly ours: ColorScores;
  readonly theirs: ColorScores;
  /**
   * How much farther theirs is from the picture in the deciding score: the mean over the pictures
   * and its 95 % interval.
   */
  readonly ahead: { readonly mean: number; readonly low: number; readonly high: number };
};

/** Our pages in color beside chafa's, on the same grids. */
export const compareColor = async (
  pictures: readonly Picture[],
  columns: number,
  font: string,
  programs: { readonly ours: Program; readonly theirs: Program },
): Promise<readonly ColorRow[]> => {
  const coverage = coverageBy(font);
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-color-"));
  const all = KINDS.map(({ says, by }) => ({ says, by, ours: [] as ColorScores[], theirs: [] as ColorScores[] }));
  for (const { file, read } of pictures) {
    const bytes = read();
    const { width, height } = await sharp(bytes, { page: 0 })
      .autoOrient()
      .toBuffer({ resolveWithObject: true })
      .then(({ info }) => info);
    const grid = gridSize({ columns }, width, height);
    const judge = await colorJudgeFor(bytes, coverage);
    const copy = join(folder, file.replaceAll("/", "-"));
    writeFileSync(copy, bytes);
    for (const [i, { ours, theirs }] of KINDS.entries()) {
      const [own, other] = [ownWords(grid, ours), chafaWords(grid, theirs)];
      all[i]!.ours.push(judge(programs.ours.draw(own, copy), grid.columns, grid.rows));
      all[i]!.theirs.push(judge(programs.theirs.draw(other, copy), grid.columns, grid.rows));
    }
  }
  rmSync(folder, { recursive: true });
  return all.map(({ says, by, ours, theirs }) => ({
    ...{ says, by, ours: meansOf(ours), theirs: meansOf(theirs) },
    ahead: interval(theirs.map((scores, i) => scores[by] - ours[i]![by])),
  }));
};

/** The picture's own colors: nothing is stretched, sharpened or tuned. */
const NEUTRAL =
  "--auto-levels 0 --contrast 1 --saturation 1 --sharpen 0 --denoise 0 --auto-optimize 0 --format ansi --color".split(
    " ",
  );

const ownWords = ({ columns }: GridSize, more: readonly string[]) => [
  ...["--columns", `${columns}`, ...NEUTRAL],
  ...more,
];

const chafaWords = ({ columns, rows }: GridSize, more: readonly string[]) => [
  ...["--format", "symbols", "--stretch", "--size", `${columns}x${rows}`, "--colors", "full", "--work", "9"],
  ...more,
];

const meansOf = (all: readonly ColorScores[]): ColorScores =>
  Object.fromEntries(
    COLOR_NAMES.map((name) => [name, rounded(mean(all.map((scores) => scores[name])))]),
  ) as ColorScores;

/** Mean and 95 % interval by Student's t. */
const interval = (values: readonly number[]): ColorRow["ahead"] => {
  const middle = mean(values);
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
  const reach = (STUDENT[values.length - 2] ?? 2.05) * Math.sqrt(variance / values.length);
  return { mean: rounded(middle), low: rounded(middle - reach), high: rounded(middle + reach) };
};

/** Quantiles for 2 pictures and more. */
const STUDENT = [
  ...[12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228],
  ...[2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11, 2.101, 2.093, 2.086],
];

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
