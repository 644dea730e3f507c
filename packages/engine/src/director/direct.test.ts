import { PARAMS, type RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { parsed, validParams } from "../../../../tests/support/params.ts";
import { horizontalRamp, paintGray, rasters } from "../../../../tests/support/rasters.ts";
import { runStages, SEEING } from "../pipeline.ts";
import type { Raster } from "../raster.ts";
import { unwatched, type Watch } from "../stage.ts";
import { finish } from "../steps.ts";
import { createBoard } from "./board.ts";
import { type Directed, direct, LEAST_GAIN } from "./direct.ts";
import { judgeOn, type Take } from "./judge.ts";
import { MOVES } from "./moves.ts";
import { TUNABLE } from "./tunable.ts";

const SIZE = { columns: 40, rows: 20 };

type Show = { readonly directed: Directed; readonly untuned: Take };

const show = (raster: Raster, wanted = parsed(), { size = SIZE, watch = unwatched } = {}): Show => {
  const still = runStages(SEEING.slice(0, -1), startFrame(raster, size), wanted.params, unwatched);
  const seen = runStages(SEEING.slice(-1), still, wanted.params, unwatched);
  const untuned = judgeOn(createBoard(still, seen, unwatched), wanted.params)(wanted.params);
  return { directed: finish(direct(still, seen, wanted, watch)), untuned };
};

const LAMP = paintGray(160, 80, (x, y) => Math.max(14, 240 - 4 * Math.hypot(x - 70, y - 30)));

const changesOf = ({ directed, untuned }: Show): string[] =>
  TUNABLE.filter((name) => directed.take.params[name] !== untuned.params[name]);

describe("one page is drawn and nothing tuned", () => {
  test.each<[why: string, given: Partial<RenderParams>]>([
    ["autoOptimize is 0", { autoOptimize: 0 }],
    ["it is line art", { edges: true }],
    [
      "all is locked",
      { contrast: 1, brightness: 1, gamma: 1.1, sharpen: 0.1, autoLevels: 0.5, structure: 0.1, denoise: 0.1 },
    ],
  ])("where %s", (_, given) => {
    const shown = show(LAMP, parsed({ qualityTarget: "portrait", ...given }));
    expect(shown.directed.evaluations).toBe(1);
    expect(changesOf(shown)).toEqual([]);
    expect(shown.directed.take.score).toBe(shown.untuned.score);
  });
});

test("a lamp in a dim room is tuned for some of the targets, and is better for it", () => {
  const shows = PARAMS.qualityTarget.values.map((qualityTarget) => show(LAMP, parsed({ qualityTarget })));
  const tuned = shows.filter((shown) => changesOf(shown).length > 0);
  expect(tuned.length).toBeGreaterThan(0);
  for (const { directed, untuned } of tuned) expect(directed.take.score).toBeGreaterThan(untuned.score);
});

test("what the caller has set is locked and stays, a parameter set to its default is not", () => {
  const { take, locked } = show(LAMP, parsed({ gamma: 1.1, sharpen: 0.35, columns: 40 })).directed;
  expect(locked).toEqual(["gamma"]);
  expect(take.params.gamma).toBe(1.1);
});

test("whatever the picture, tuning gains enough to be trusted or is left, and takes no more pages than it may", () => {
  const met = ({ marks }: Take): boolean => marks.every((mark) => mark.met);
  fc.assert(
    fc.property(rasters(), validParams(), (raster, wanted) => {
      const shown = show(raster, wanted, { size: { columns: 12, rows: 6 } });
      const { take, evaluations } = shown.directed;
      const gain = take.score - shown.untuned.score;
      if (changesOf(shown).length === 0) expect(gain).toBe(0);
      else expect(gain >= LEAST_GAIN || (gain > 0 && met(take) && !met(shown.untuned))).toBe(true);
      // both whole pages, a sketch as it was asked for, and one with all glyphs for the advice
      expect(evaluations).toBeLessThanOrEqual(MOVES[wanted.params.qualityTarget].flat().length + 4);
    }),
    { numRuns: 60 },
  );
});

test("the watch sees the whole pages' stages and the sketching as a whole", () => {
  const watched = new Map<string, number>();
  const watch: Watch = (name, work) => {
    watched.set(name, (watched.get(name) ?? 0) + 1);
    return work();
  };
  const { directed } = show(horizontalRamp(160, 80), parsed(), { watch });
  const pages = watched.get("match")!;
  expect(pages).toBeLessThanOrEqual(2);
  expect(watched.get("measure")).toBe(pages);
  expect(watched.get("sketch")).toBeGreaterThan(0);
  expect(directed.evaluations).toBeGreaterThan(pages);
});
