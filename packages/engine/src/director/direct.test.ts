import { completeParams, PARAMS, type RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { optionsWith, validParams } from "../../../../tests/support/params.ts";
import { horizontalRamp, paintGray, rasters } from "../../../../tests/support/rasters.ts";
import type { Raster } from "../frame.ts";
import { PARTS, runStages } from "../pipeline.ts";
import { finish, unwatched, type Watch } from "../stage.ts";
import { createBoard } from "./board.ts";
import { type Directed, direct, judgeOn, LEAST_GAIN, movesFor, type Take } from "./direct.ts";
import { TUNABLE, type Tuning } from "./evidence.ts";
import { analyze } from "./facts.ts";

const SIZE = { columns: 40, rows: 20 };

/** What the Director left, the page as it was asked for, and the moves that there were. */
type Show = { readonly directed: Directed; readonly untuned: Take; readonly moves: readonly Tuning[] };

const show = (raster: Raster, wanted = optionsWith(), { size = SIZE, watch = unwatched } = {}): Show => {
  const params = completeParams(wanted);
  const still = runStages(PARTS.light, startFrame(raster, size), params, unwatched);
  const seen = runStages(PARTS.view, still, params, unwatched);
  const untuned = judgeOn(createBoard(still, seen, unwatched), params)(params);
  const moves = movesFor(params.qualityTarget, analyze(still, seen)).flat();
  return { directed: finish(direct(still, seen, wanted, watch)), untuned, moves };
};

const LAMP = paintGray(160, 80, (x, y) => Math.max(14, 240 - 4 * Math.hypot(x - 70, y - 30)));

const changesOf = ({ directed, untuned }: Show): string[] =>
  TUNABLE.filter((name) => directed.take.params[name] !== untuned.params[name]);

const DEFAULTS = Object.fromEntries(TUNABLE.map((name) => [name, PARAMS[name].default]));

describe("one page is drawn and nothing tuned", () => {
  test.each<[why: string, given: Partial<RenderParams>]>([
    ["autoOptimize is 0", { autoOptimize: 0 }],
    ["it is line art", { edges: true }],
    [
      "all is locked",
      { contrast: 1, brightness: 1, gamma: 1.1, sharpen: 0.1, autoLevels: 0.5, structure: 0.1, denoise: 0.1 },
    ],
    ["all was given, each at its default", DEFAULTS],
  ])("where %s", (_, given) => {
    const shown = show(LAMP, optionsWith({ qualityTarget: "portrait", ...given }));
    expect(shown.directed.evaluations).toBe(1);
    expect(changesOf(shown)).toEqual([]);
    expect(shown.directed.take.score).toBe(shown.untuned.score);
  });
});

test.each(PARAMS.qualityTarget.values)(
  "a lamp in a dim room is tuned for %s, and is better for it",
  (qualityTarget) => {
    const shown = show(LAMP, optionsWith({ qualityTarget }));
    expect(changesOf(shown)).not.toEqual([]);
    expect(shown.directed.take.score).toBeGreaterThanOrEqual(shown.untuned.score + LEAST_GAIN);
  },
);

test("what the caller has given is locked and stays, a parameter given its default too", () => {
  const { take, locked } = show(
    LAMP,
    optionsWith({ gamma: 1.1, contrast: PARAMS.contrast.default, columns: 40 }),
  ).directed;
  expect(locked).toEqual(["contrast", "gamma"]);
  expect(take.params).toMatchObject({ gamma: 1.1, contrast: PARAMS.contrast.default });
});

test.each<[locked: string, names: readonly (typeof TUNABLE)[number][]]>([
  ["nothing", []],
  ["one parameter of the first move", ["contrast"]],
  ["all of the first move", ["contrast", "autoLevels"]],
  ["something of both moves", ["autoLevels", "denoise"]],
  ["all but one parameter", TUNABLE.filter((name) => name !== "sharpen")],
])("with %s locked, every move is tried of which something is open", (_, names) => {
  const given = Object.fromEntries(names.map((name) => [name, PARAMS[name].default]));
  const { directed, moves } = show(LAMP, optionsWith(given));
  const open = moves.filter((move) => Object.keys(move).some((name) => !Object.hasOwn(given, name)));
  expect(directed.evaluations).toBe(1 + open.length);
  expect(directed.locked).toEqual(TUNABLE.filter((name) => names.includes(name)));
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
      expect(evaluations).toBeLessThanOrEqual(1 + shown.moves.length);
    }),
    { numRuns: 60 },
  );
});

describe("the watch", () => {
  const watching = (given: Partial<RenderParams> = {}): { readonly names: string[]; readonly directed: Directed } => {
    const names: string[] = [];
    const watch: Watch = (name, work) => {
      names.push(name);
      return work();
    };
    return { directed: show(horizontalRamp(160, 80), optionsWith(given), { watch }).directed, names };
  };
  const times = (names: readonly string[], name: string): number => names.filter((other) => other === name).length;

  test("sees the picture looked at once, before anything is drawn, then every page drawn and measured", () => {
    const { names, directed } = watching();
    expect(names[0]).toBe("analyze");
    expect(times(names, "analyze")).toBe(1);
    expect(times(names, "match")).toBe(directed.evaluations);
    expect(times(names, "measure")).toBe(directed.evaluations);
    expect(directed.evaluations).toBeGreaterThan(1);
  });

  test.each<[why: string, given: Partial<RenderParams>]>([
    ["autoOptimize is 0", { autoOptimize: 0 }],
    ["all was given", DEFAULTS],
  ])("sees one page and no looking where nothing may be tuned: %s", (_, given) => {
    const { names } = watching(given);
    expect(["analyze", "match", "measure"].map((name) => times(names, name))).toEqual([0, 1, 1]);
  });

  test("sees no page drawn twice: at a strength that moves nothing there is but one", () => {
    const { names, directed } = watching({ autoOptimize: 0.0001 });
    expect(["analyze", "match", "measure"].map((name) => times(names, name))).toEqual([1, 1, 1]);
    expect(directed.evaluations).toBe(1);
  });
});
