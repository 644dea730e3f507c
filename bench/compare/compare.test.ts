import { expect, test } from "vitest";
import type { Comparison, ComparisonRow } from "./record.ts";
import { bestOf, deviations, mergeRows } from "./rows.ts";
import { artOfOutput } from "./score.ts";

const scores = { ssim_full: 0.5, ssim_half: 0.4, edgef1: 0.3, strokes: 0.2, calm: 0.1 };
const times = { median: 20, least: 10, ratio: 0.5 };

const row = (changes: Partial<ComparisonRow> = {}): ComparisonRow => ({
  ...{ tool: "chafa", version: "1.0", setting: "plain", ascii: true, command: "chafa" },
  ...{ scores, pictures: {}, times, ...changes },
});

const scored = (ssim_full: number): Pick<ComparisonRow, "scores"> => ({ scores: { ...scores, ssim_full } });

const NONE = { version: "1.0", pictures: 0, rows: [] };

const comparison = (...rows: readonly ComparisonRow[]): Comparison => ({
  ...{ date: "2026-11-15", machine: "a machine", font: "a font", columns: 120 },
  ...{ nodeStart: null, nextPicture: null, rows, color: NONE },
});

test("strips control sequences from a tool's output and pads its rows", () => {
  expect(artOfOutput("\u001b[?25l\u001b[0mab\nc\n\n\u001b[?25h")).toBe("ab\nc ");
});

test("accepts differences within the noise and names every figure beyond it", () => {
  const faultsOf = (changes: Partial<ComparisonRow>) => deviations(comparison(row()), comparison(row(changes))).faults;
  expect(faultsOf({ ...scored(0.5009), times: { ...times, ratio: 0.79 } })).toEqual([]);
  expect(faultsOf({ scores: { ...scores, ssim_half: 0.402 }, times: { ...times, ratio: 0.81 } })).toEqual([
    "chafa, plain: ssim_half is 0.402, committed is 0.4.",
    "chafa, plain: takes 0.81 × our time, committed is 0.5.",
  ]);
  expect(faultsOf({ times: { ...times, ratio: 0.3 } })).toHaveLength(1);
});

test("notes another version, ignores a missing tool, reports added and removed rows", () => {
  const against = (...fresh: readonly ComparisonRow[]) => deviations(comparison(row()), comparison(...fresh));
  const notes = ["chafa is 2.0 here; 1.0 is committed."];
  expect(against(row({ version: "2.0", ...scored(0) }))).toEqual({ faults: [], notes });
  expect(against()).toEqual({ faults: [], notes: [] });
  expect(against(row({ setting: "other" })).faults).toEqual([
    "chafa, other has no committed row.",
    "chafa, plain is committed but no longer compared.",
  ]);
});

test("the short table has all our rows, then each tool's best by score, ASCII and beyond separately", () => {
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

test("keeps the committed rows of a missing tool, and the committed times without new ones", () => {
  const before = comparison(row(), row({ tool: "jp2a" }));
  const fresh = [row({ version: "2.0", times: null })];
  expect(mergeRows(before, fresh, true)).toEqual([row({ version: "2.0", times: null }), row({ tool: "jp2a" })]);
  expect(mergeRows(before, fresh, false)).toEqual([row({ version: "2.0" }), row({ tool: "jp2a" })]);
});
