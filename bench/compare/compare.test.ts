import { expect, test } from "vitest";
import type { Comparison, ComparisonRow } from "./record.ts";
import { bestOf, deviations, mergeRows } from "./rows.ts";
import { pageOfOutput } from "./score.ts";

const row = (changes: Partial<ComparisonRow> = {}): ComparisonRow => ({
  tool: "chafa",
  version: "1.0",
  setting: "plain",
  ascii: true,
  command: "chafa",
  scores: { ssim_full: 0.5, ssim_half: 0.4, edgef1: 0.3, strokes: 0.2, calm: 0.1 },
  pictures: {},
  times: { median: 20, least: 10, ratio: 0.5 },
  ...changes,
});

const scored = (ssim_full: number): Pick<ComparisonRow, "scores"> => ({
  scores: { ssim_full, ssim_half: 0, edgef1: 0, strokes: 0, calm: 0 },
});

const comparison = (...rows: readonly ComparisonRow[]): Comparison => ({
  date: "2026-11-15",
  machine: "a machine",
  font: "a font",
  columns: 120,
  nodeStart: null,
  nextPicture: null,
  rows,
});

test("a page is read out of what a tool prints: no control sequences, rows of one length", () => {
  expect(pageOfOutput("\u001b[?25l\u001b[0mab\nc\n\n\u001b[?25h")).toBe("ab\nc ");
});

test("a comparison within the noise has no fault, one beyond it says which figure", () => {
  const held = (fresh: ComparisonRow) => deviations(comparison(row()), [fresh]);
  const near = {
    scores: { ssim_full: 0.5009, ssim_half: 0.4, edgef1: 0.3, strokes: 0.2, calm: 0.1 },
    times: { median: 9, least: 9, ratio: 0.79 },
  };
  expect(held(row(near))).toEqual({ faults: [], notes: [] });
  const far = {
    scores: { ssim_full: 0.5, ssim_half: 0.402, edgef1: 0.3, strokes: 0.2, calm: 0.1 },
    times: { median: 9, least: 9, ratio: 0.81 },
  };
  expect(held(row(far)).faults).toEqual([
    "chafa, plain: ssim_half is 0.402, committed is 0.4.",
    "chafa, plain: takes 0.81 × our time, committed is 0.5.",
  ]);
  expect(held(row({ times: { median: 9, least: 9, ratio: 0.3 } })).faults).toHaveLength(1);
});

test("another version is said, not judged; a missing tool is neither; a new row and a lost one are faults", () => {
  const held = (...fresh: readonly ComparisonRow[]) => deviations(comparison(row()), fresh);
  expect(held(row({ version: "2.0", ...scored(0) }))).toEqual({
    faults: [],
    notes: ["chafa is 2.0 here; 1.0 is committed."],
  });
  expect(held()).toEqual({ faults: [], notes: [] });
  expect(held(row({ setting: "other" })).faults).toEqual([
    "chafa, other has no committed row.",
    "chafa, plain is committed, but not asked for anymore.",
  ]);
});

test("the short table has all of ours and everyone's best, ASCII and beyond it apart, the nearest first", () => {
  const rows = [
    row({ tool: "lumiglyph", setting: "one", ...scored(0.1) }),
    row({ tool: "lumiglyph", setting: "two", ...scored(0.9) }),
    row({ setting: "worse", ...scored(0.3) }),
    row({ setting: "better", ...scored(0.4) }),
    row({ setting: "blocks", ascii: false, ...scored(0.8) }),
    row({ tool: "jp2a", setting: "plain", ...scored(0.6) }),
  ];
  expect(bestOf(rows).map(({ setting }) => setting)).toEqual(["one", "two", "blocks", "plain", "better"]);
});

test("a tool that is missing keeps its committed rows, and committed times stay where nothing was timed", () => {
  const before = comparison(row(), row({ tool: "jp2a" }));
  const fresh = [row({ version: "2.0", times: null })];
  expect(mergeRows(before, fresh, true)).toEqual([row({ version: "2.0", times: null }), row({ tool: "jp2a" })]);
  expect(mergeRows(before, fresh, false)).toEqual([row({ version: "2.0" }), row({ tool: "jp2a" })]);
});
