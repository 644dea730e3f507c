import { completeParams, PARAMS, type QualityEvidence, type RenderParams, TUNABLE } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { optionsWith, paramsWith, validParams } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { horizontalRamp, paintGray, rasters } from "../../../../tests/support/rasters.ts";
import { PARTS, runStages } from "../pipeline.ts";
import type { PipelineState } from "../pipeline-state.ts";
import type { Raster } from "../raster.ts";
import { finish, unwatched, type Watch } from "../stage.ts";
import { candidatesWithin } from "../work.ts";
import { adviseOn, direct } from "./direct.ts";
import { type Candidate, type ComponentResult, createEvaluator, createGridRenderer } from "./evaluate.ts";
import type { Tuning } from "./evidence.ts";
import { analyze } from "./facts.ts";
import { LEAST_GAIN, movesFor } from "./moves.ts";

const SIZE = { columns: 40, rows: 20 };

/** The Director's result, the untuned candidate and the available moves. */
type Directed = Candidate & { readonly quality: QualityEvidence };

type Show = { readonly directed: Directed; readonly untuned: Candidate; readonly moves: readonly Tuning[] };

const show = (raster: Raster, wanted = optionsWith(), { size = SIZE, watch = unwatched } = {}): Show => {
  const params = completeParams(wanted);
  const scaled = runStages(PARTS.light, initialStateOf(raster, size), params, unwatched);
  const viewed = runStages(PARTS.view, scaled, params, unwatched);
  const untuned = createEvaluator(createGridRenderer(scaled, viewed, unwatched), params)(params);
  const moves = movesFor(params.qualityTarget, analyze(scaled, viewed)).flat();
  return { directed: finish(direct(scaled, viewed, wanted, watch)), untuned, moves };
};

const LAMP = paintGray(160, 80, (x, y) => Math.max(14, 240 - 4 * Math.hypot(x - 70, y - 30)));

const changesOf = ({ directed, untuned }: Show): string[] =>
  TUNABLE.filter((name) => directed.params[name] !== untuned.params[name]);

const DEFAULTS = Object.fromEntries(TUNABLE.map((name) => [name, PARAMS[name].default]));

describe("renders once and tunes nothing", () => {
  test.each<[why: string, given: Partial<RenderParams>]>([
    ["autoOptimize is 0", { autoOptimize: 0 }],
    ["it is line art", { edges: true }],
    [
      "everything is locked",
      { contrast: 1, brightness: 1, gamma: 1.1, sharpen: 0.1, autoLevels: 0.5, structure: 0.1, denoise: 0.1 },
    ],
    ["everything is given, each at its default", DEFAULTS],
  ])("if %s", (_, given) => {
    const shown = show(LAMP, optionsWith({ qualityTarget: "portrait", ...given }));
    expect(shown.directed.quality.evaluations).toBe(1);
    expect(changesOf(shown)).toEqual([]);
    expect(shown.directed.score).toBe(shown.untuned.score);
  });
});

test.each(PARAMS.qualityTarget.values)("a lamp in a dim room is tuned for %s and improves", (qualityTarget) => {
  const shown = show(LAMP, optionsWith({ qualityTarget }));
  expect(changesOf(shown)).not.toEqual([]);
  expect(shown.directed.score).toBeGreaterThanOrEqual(shown.untuned.score + LEAST_GAIN);
});

test("given parameters are locked, even at their default", () => {
  const { params, quality } = show(
    LAMP,
    optionsWith({ gamma: 1.1, contrast: PARAMS.contrast.default, columns: 40 }),
  ).directed;
  expect(quality.locked).toEqual(["contrast", "gamma"]);
  expect(params).toMatchObject({ gamma: 1.1, contrast: PARAMS.contrast.default });
});

test.each<[locked: string, names: readonly (typeof TUNABLE)[number][]]>([
  ["nothing", []],
  ["one parameter of the first move", ["contrast"]],
  ["all of the first move", ["contrast", "autoLevels"]],
  ["parts of both moves", ["autoLevels", "denoise"]],
  ["all but one parameter", TUNABLE.filter((name) => name !== "sharpen")],
])("with %s locked, tries every move with an open parameter", (_, names) => {
  const given = Object.fromEntries(names.map((name) => [name, PARAMS[name].default]));
  const { directed, moves } = show(LAMP, optionsWith(given));
  const open = moves.filter((move) => Object.keys(move).some((name) => !Object.hasOwn(given, name)));
  expect(directed.quality.evaluations).toBe(1 + open.length);
  expect(directed.quality.locked).toEqual(TUNABLE.filter((name) => names.includes(name) && name !== "saturation"));
});

describe("the work limit", () => {
  const size = { columns: 160, rows: 90 };
  /** Six pages share the limit. */
  const shared = { qualityTarget: "portrait", format: "svg", theme: "auto", maxCharacters: 100_000 } as const;

  test("leaves out the last candidates, and the evidence says how many (answers 8.8)", () => {
    const { directed, moves } = show(LAMP, optionsWith(shared), { size });
    const { evaluations, leftOut } = directed.quality;
    expect(evaluations).toBe(candidatesWithin(paramsWith(shared), size));
    expect(leftOut).toEqual({ candidates: 1 + moves.length - evaluations, passes: 0, colors: 0 });
    expect(leftOut!.candidates).toBeGreaterThan(0);
    expect(evaluations).toBeGreaterThan(1);
  });

  test("leaves out nothing of a smaller grid, and the evidence does not mention it", () => {
    const { directed, moves } = show(LAMP, optionsWith(shared));
    expect(directed.quality.evaluations).toBe(1 + moves.length);
    expect(directed.quality).not.toHaveProperty("leftOut");
  });

  test("leaves out no candidate where nothing may be tuned", () => {
    const { directed } = show(LAMP, optionsWith({ ...shared, autoOptimize: 0 }), { size });
    expect(directed.quality).not.toHaveProperty("leftOut");
  });
});

test("for any image, tuning gains enough or is dropped, within the allowed number of renders", () => {
  const met = ({ components }: Candidate): boolean => components.every((mark) => mark.met);
  fc.assert(
    fc.property(rasters(), validParams(), (raster, wanted) => {
      const shown = show(raster, wanted, { size: { columns: 12, rows: 6 } });
      const { directed } = shown;
      const { evaluations } = directed.quality;
      const gain = directed.score - shown.untuned.score;
      if (changesOf(shown).length === 0) expect(gain).toBe(0);
      else expect(gain >= LEAST_GAIN || (gain > 0 && met(directed) && !met(shown.untuned))).toBe(true);
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

  test("sees one analysis first, then every render and its measurement", () => {
    const { names, directed } = watching();
    expect(names[0]).toBe("analyze");
    expect(times(names, "analyze")).toBe(1);
    expect(times(names, "match")).toBe(directed.quality.evaluations);
    expect(times(names, "measure")).toBe(directed.quality.evaluations);
    expect(directed.quality.evaluations).toBeGreaterThan(1);
  });

  test.each<[why: string, given: Partial<RenderParams>]>([
    ["autoOptimize is 0", { autoOptimize: 0 }],
    ["everything is given", DEFAULTS],
  ])("sees one render and no analysis if nothing may be tuned: %s", (_, given) => {
    const { names } = watching(given);
    expect(["analyze", "match", "measure"].map((name) => times(names, name))).toEqual([0, 1, 1]);
  });

  test("sees no duplicate render: a strength too small to move anything gives only one", () => {
    const { names, directed } = watching({ autoOptimize: 0.0001 });
    expect(["analyze", "match", "measure"].map((name) => times(names, name))).toEqual([1, 1, 1]);
    expect(directed.quality.evaluations).toBe(1);
  });
});

const START = initialStateOf(
  paintGray(1, 1, () => 0),
  { columns: 1, rows: 1 },
);
const ADAPTED: PipelineState = { ...START, codebook: { ...START.codebook, adapted: true } };

const mark = (name: ComponentResult["name"], value: number, threshold: number): ComponentResult => ({
  name,
  value,
  threshold,
  met: value >= threshold,
});

const candidateWith = (tone: number, structure: number, state = ADAPTED): Candidate => ({
  params: paramsWith(),
  state,
  score: 0.8,
  components: [mark("tone", tone, 0.8), mark("structure", structure, 0.9)],
});

test.each([true, false])("gives no advice on a target that is met, tuned (%s) or not", (isTuned) => {
  expect(adviseOn(candidateWith(0.8, 0.9), isTuned)).toBeNull();
});

test("if nothing was tuned, gives the reason and the component with the largest relative deficit", () => {
  const untuned = (given: Parameters<typeof paramsWith>[0]): string | null =>
    adviseOn({ ...candidateWith(0.7, 0.85), params: paramsWith(given) }, false);
  const worst = "Tone, 0.700 where 0.8 is asked, misses most.";
  expect(untuned({ autoOptimize: 0 })).toBe(`Nothing was tuned: autoOptimize above 0 lets the Director try. ${worst}`);
  expect(untuned({ edges: true })).toBe(`Line art is never tuned. ${worst}`);
  expect(untuned({})).toBe(`Nothing was tuned: the caller set every tunable parameter. ${worst}`);
});

describe("if tuning did not meet the target", () => {
  const missed = "Nothing tried meets the target; structure, 0.810 where 0.9 is asked, misses most.";

  test("names the component that is off by the largest ratio, not by the largest difference", () => {
    expect(adviseOn(candidateWith(0.79, 0.81, START), true)).toBe(missed);
    expect(adviseOn(candidateWith(0.71, 0.81, START), true)).toContain("tone, 0.710 where 0.8 is asked");
  });

  test("offers more glyphs only to an adaptive codebook", () => {
    expect(adviseOn(candidateWith(0.79, 0.81, ADAPTED), true)).toBe(
      `${missed} glyphStrategy=fixed usually comes closer.`,
    );
    expect(adviseOn(candidateWith(0.79, 0.81, START), true)).not.toContain("glyphStrategy");
  });
});
