import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMPARED, readComparison } from "../../bench/compare/record.ts";
import { NOISE } from "../../bench/compare/rows.ts";
import { meansOf, rounded } from "../../bench/compare/score.ts";
import { OWN, OWN_SETTINGS, TOOLS } from "../../bench/compare/tools.ts";
import { listPictures } from "../../bench/engine.ts";
import { createScorer } from "../../bench/fidelity.ts";
import { generatedPages } from "../../scripts/docs/pages.ts";

const ROOT = join(import.meta.dirname, "../..");
const committed = readComparison();

test("our rows of the comparison match the judge's scores today", async () => {
  const scorerFor = await createScorer(committed);
  const pictures = await Promise.all((await listPictures(null)).map(scorerFor));
  const today = OWN_SETTINGS.map(({ says, query }) => ({
    setting: says,
    scores: rounded(meansOf(pictures.map((score) => score(query).scores))),
  }));
  const recorded = committed.rows
    .filter(({ tool }) => tool === OWN)
    .map(({ setting, scores }) => ({ setting, scores }));
  for (const [at, { setting, scores }] of today.entries()) {
    expect(recorded[at]?.setting).toBe(setting);
    for (const name of COMPARED) {
      expect(Math.abs(scores[name] - recorded[at]!.scores[name]), `${setting}: ${name}`).toBeLessThanOrEqual(
        NOISE.score,
      );
    }
  }
});

test.each([...generatedPages()])("%s is up to date; `npm run docs` writes it", (path, text) => {
  expect(readFileSync(join(ROOT, path), "utf8")).toBe(text);
});

test("every tool and setting has a committed row, and there are no others", () => {
  const asked = TOOLS.flatMap(({ name, settings }) => settings.map(({ says }) => `${name}, ${says}`));
  expect(committed.rows.map(({ tool, setting }) => `${tool}, ${setting}`)).toEqual(asked);
});
