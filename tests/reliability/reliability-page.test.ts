import { expect, test } from "vitest";
import { atLeast, figure, none, within } from "./findings.ts";
import { percentile } from "./percentile.ts";
import { mergeResults, reliabilityPage, type TrialResult } from "./reliability-page.ts";
import { defineTrial } from "./trial.ts";

const trial = defineTrial({
  name: "trial",
  does: "something is done",
  quick: null,
  full: { requests: 20_000, kills: 3 },
  run: async () => [],
});

const pageOf = (...findings: TrialResult["findings"]) =>
  reliabilityPage(mergeResults([], [{ trial, findings, seconds: 90, others: 0.25, stolen: 0.1 }], ["trial"]));

test("the page has a row for each finding, with its bound, value and verdict", () => {
  const page = pageOf(none("faults", 0), within("time", 12.34, 50), figure("rate", "7 a second"));
  expect(page).toContain("Something is done. Size: 20,000 requests, 3 kills. It took 2 minutes on 2");
  expect(page).toContain("; other work on the machine kept 0.3 of");
  expect(page).toContain(" cores busy, and its host gave 0.1 of them to other machines.");
  expect(page).toContain("| faults | 0 | 0 | held |");
  expect(page).toContain("| time | under 50 ms | 12.3 ms | held |");
  expect(page).toContain("| rate |  | 7 a second |  |");
  expect(page).toContain("2 bounds, all of them held.");
});

test("a missed bound is marked in its row and in the summary", () => {
  const page = pageOf(none("faults", ["a | b\nc"]), within("time", 50, 50), atLeast("requests", 2, 3));
  expect(page).toContain("| faults | 0 | 1; the first: a \\| b c | **missed** |");
  expect(page).toContain("| time | under 50 ms | 50.0 ms | **missed** |");
  expect(page).toContain("| requests | at least 3 | 2 | **missed** |");
  expect(page).toContain("3 bounds, 3 of them **missed**.");
});

test("a trial that was not repeated keeps its section, in order; a removed trial is dropped", () => {
  const sized = (name: string) => ({ ...trial, name });
  const result = (name: string, faults: number) => ({
    trial: sized(name),
    findings: [none(name, faults)],
    seconds: 1,
    others: 0,
    stolen: 0,
  });
  const first = mergeResults([], [result("a", 1), result("b", 0), result("gone", 0)], ["a", "b", "gone"]);
  const second = reliabilityPage(mergeResults(first.trials, [result("b", 2), result("new", 0)], ["new", "a", "b"]));
  const rows = second.split("\n").filter((line) => /^## |^\| (new|a|b|gone) /.test(line));
  expect(rows).toEqual([
    "## new",
    "| new | 0 | 0 | held |",
    "## a",
    "| a | 0 | 1 | **missed** |",
    "## b",
    "| b | 0 | 2 | **missed** |",
  ]);
  expect(second).toContain("3 bounds, 2 of them **missed**.");
});

test("a form without a size does not run", async () => {
  expect([trial.size.quick, await trial.run("quick", () => {})]).toEqual([null, []]);
});

test("a percentile is the nearest rank", () => {
  const values = Array.from({ length: 200 }, (_, at) => 200 - at);
  expect([percentile(values, 0.5), percentile(values, 0.99), percentile([3], 0.99)]).toEqual([100, 198, 3]);
});

test("a note follows its section until the trial runs again", () => {
  const result = { trial, findings: [none("faults", 0)], seconds: 90, others: 0, stolen: 0 };
  const report = mergeResults([], [result], ["trial"]);
  const noted = { ...report, trials: report.trials.map((one) => ({ ...one, note: "A slow hour." })) };
  expect(reliabilityPage(noted)).toContain("| faults | 0 | 0 | held |\n\nA slow hour.\n");
  expect(reliabilityPage(mergeResults(noted.trials, [result], ["trial"]))).not.toContain("slow hour");
});
