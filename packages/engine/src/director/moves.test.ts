import { PARAMS, type QualityTarget, type RenderParams, TUNABLE } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paramsWith } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { paintGray } from "../../../../tests/support/rasters.ts";
import { finish } from "../stage.ts";
import type { Candidate, ComponentResult, Evaluate } from "./evaluate.ts";
import type { Tuning } from "./evidence.ts";
import type { Facts } from "./facts.ts";
import { KINDS, LEAST_GAIN, type Moves, movesFor, searchMoves, tunedBy } from "./moves.ts";

const TARGETS: readonly QualityTarget[] = PARAMS.qualityTarget.values;

/** A daylight image with hard edges. */
const PLAIN: Facts = { noise: 0.01, dark: 0.05, middle: 0.5, shadows: 0.2, edges: 0.2, skin: 0.1 };

const KIND_OF: readonly (readonly [picture: string, facts: Partial<Facts>, kind: string])[] = [
  ["a street by day", {}, "texture"],
  ["a drawing on white paper", { middle: 1 }, "paper"],
  ["a scan with grainy paper", { middle: 0.97, noise: 0.1 }, "paper"],
  ["a photograph on fast film", { noise: 0.08 }, "grain"],
  ["a night on fast film", { noise: 0.08, shadows: 0.9 }, "grain"],
  ["a street by night", { shadows: 0.8 }, "night or soft"],
  ["fog", { edges: 0.01 }, "night or soft"],
  ["a face out of focus", { edges: 0.03, skin: 0.6 }, "night or soft"],
  ["a face by candlelight", { shadows: 0.7, edges: 0.08, skin: 0.6 }, "night or soft"],
  ["a face", { edges: 0.08, skin: 0.6 }, "skin"],
  ["a crowd", { edges: 0.3, skin: 0.6 }, "texture"],
  ["a distant person", { edges: 0.08, skin: 0.1 }, "texture"],
];

test.each(KIND_OF)("%s is tuned as the first kind that matches", (_, given, kind) => {
  const facts = { ...PLAIN, ...given };
  const [is] = KINDS.filter((kind) => kind.is(facts));
  expect(is!.name).toBe(kind);
  expect(movesFor("balanced", facts).at(-1)).toEqual([is!.set]);
});

test("in color, half of the stretch comes first, whatever the image", () => {
  const page = { inColor: true, inPairs: false, inBlocks: false };
  for (const shadows of [0.1, 0.9]) {
    expect(movesFor("balanced", { ...PLAIN, shadows }, page)[0]).toEqual([{ autoLevels: 0.45, saturation: 1.15 }]);
  }
  // blocks can be as bright as the image: a stretch would only change its colors
  const [first] = movesFor("balanced", PLAIN, { ...page, inBlocks: true });
  expect(first).toEqual([{ contrast: 1, autoLevels: 0, saturation: 1 }]);
});

test("every image has a kind, and every kind matches some image", () => {
  expect(new Set(KIND_OF.map(([, , kind]) => kind))).toEqual(new Set(KINDS.map(({ name }) => name)));
  expect(KINDS.at(-1)!.is(PLAIN)).toBe(true);
  const sets = KINDS.map(({ set }) => JSON.stringify(set));
  expect(new Set(sets).size).toBe(KINDS.length);
});

/** Whether a kind raises a parameter above its default or lowers it. */
const WAYS: readonly (readonly [kind: string, ways: Tuning])[] = [
  ["paper", { structure: 1 }],
  ["grain", { denoise: 1 }],
  ["night or soft", { sharpen: 1, denoise: -1 }],
  ["skin", { gamma: 1 }],
  ["texture", { sharpen: 1, denoise: -1 }],
];

test.each(WAYS)("%s moves its parameters the way that brings out its form", (kind, ways) => {
  const { set } = KINDS.find(({ name }) => name === kind)!;
  const moved = Object.entries(set).map(([name, value]) => [
    name,
    Math.sign(value - PARAMS[name as (typeof TUNABLE)[number]].default),
  ]);
  expect(Object.fromEntries(moved)).toEqual(ways);
});

test("a dark picture is sharpened more than one with texture", () => {
  const sharpenOf = (kind: string) => KINDS.find(({ name }) => name === kind)!.set.sharpen!;
  expect(sharpenOf("night or soft")).toBeGreaterThan(sharpenOf("texture"));
});

const ALL_FACTS: readonly Facts[] = KIND_OF.map(([, given]) => ({ ...PLAIN, ...given }));

/** Every tuning that a target may try, for any image. */
const tuningsOf = (target: QualityTarget): readonly Tuning[] =>
  ALL_FACTS.flatMap((facts) => movesFor(target, facts).flat());

describe.each(TARGETS)("the moves for %s", (target) => {
  test("start with full autoLevels and neutral contrast", () => {
    for (const facts of ALL_FACTS) {
      expect(movesFor(target, facts)[0]).toEqual([{ contrast: 1, autoLevels: PARAMS.autoLevels.max }]);
    }
  });

  test("stay within the range of their parameters and change each of them", () => {
    for (const tuning of tuningsOf(target)) {
      for (const [name, value] of Object.entries(tuning)) {
        expect(TUNABLE as readonly string[]).toContain(name);
        const { min, max, default: usual } = PARAMS[name as (typeof TUNABLE)[number]];
        expect(value >= min && value <= max).toBe(true);
        expect(value).not.toBe(usual);
      }
    }
  });

  test("are the same for the same facts", () => {
    for (const facts of ALL_FACTS) expect(movesFor(target, facts)).toEqual(movesFor(target, { ...facts }));
  });
});

test("the default target is the fastest: three renders, and at most eight for others", () => {
  const renders = (target: QualityTarget): number[] =>
    ALL_FACTS.map((facts) => 1 + movesFor(target, facts).flat().length);
  expect(new Set(renders(PARAMS.qualityTarget.default))).toEqual(new Set([3]));
  for (const target of TARGETS) expect(Math.max(...renders(target))).toBeLessThanOrEqual(8);
});

const GIVEN = paramsWith({ autoOptimize: 1 });
const ALL: ReadonlySet<string> = new Set(TUNABLE);

describe("a tuning", () => {
  test("is applied at its strength: given + strength × (best − given)", () => {
    expect(tunedBy(GIVEN, { gamma: 0.8 }, 0.5)).toEqual({ ...GIVEN, gamma: 0.9 });
    expect(tunedBy(GIVEN, { brightness: -15, contrast: 1.35 }, 0.9)).toEqual({
      ...GIVEN,
      brightness: -13.5,
      contrast: 1.33,
    });
  });

  test("at strength 1 is the best value, at 0 the given one", () => {
    expect(tunedBy(GIVEN, { gamma: 0.88, denoise: 0.9 }, 1)).toEqual({ ...GIVEN, gamma: 0.88, denoise: 0.9 });
    expect(tunedBy(GIVEN, { gamma: 0.88, denoise: 0.9 }, 0)).toEqual(GIVEN);
  });

  test("is rounded to thousandths", () => {
    expect(tunedBy(GIVEN, { gamma: 0.88 }, 1 / 3).gamma).toBe(0.96);
  });
});

const FRAME = initialStateOf(
  paintGray(1, 1, () => 0),
  { columns: 1, rows: 1 },
);

const MET: ComponentResult = { name: "tone", value: 1, threshold: 0.5, met: true };
const MISSED: ComponentResult = { ...MET, value: 0, met: false };

type Tries = { readonly tried: RenderParams[]; readonly evaluate: Evaluate };

/** Scores parameters by a formula instead of a render, and records them. */
const evaluatorBy = (
  score: (params: RenderParams) => number,
  isMet: (params: RenderParams) => boolean = () => false,
): Tries => {
  const tried: RenderParams[] = [];
  const evaluate: Evaluate = (params) => {
    tried.push(params);
    return { params, state: FRAME, score: score(params), components: [MET, isMet(params) ? MET : MISSED] };
  };
  return { tried, evaluate };
};

const searched = (moves: Moves, evaluate: Evaluate, { given = GIVEN, open = ALL } = {}): Candidate =>
  finish(searchMoves(given, { moves, open, evaluate, hasRoom: () => true })).best;

/** A score that is best at gamma 0.8 and sharpen 0.5. */
const nearness = ({ gamma, sharpen }: RenderParams): number => 1 - Math.abs(gamma - 0.8) - Math.abs(sharpen - 0.5);

describe("the search", () => {
  const moves: Moves = [
    [{ gamma: 0.7 }, { gamma: 0.82 }, { gamma: 1.2 }],
    [{ sharpen: 0.1 }, { sharpen: 0.45 }],
  ];
  const usual = PARAMS.sharpen.default;

  test("picks the best move of a round and starts the next round from there", () => {
    const { tried, evaluate } = evaluatorBy(nearness);
    expect(searched(moves, evaluate).params).toEqual({ ...GIVEN, gamma: 0.82, sharpen: 0.45 });
    expect(tried.map(({ gamma, sharpen }) => [gamma, sharpen])).toEqual([
      [1, usual],
      [0.7, usual],
      [0.82, usual],
      [1.2, usual],
      [0.82, 0.1],
      [0.82, 0.45],
    ]);
  });

  test("starts every move of a round from the round's start, not from its current best", () => {
    const { tried, evaluate } = evaluatorBy(nearness);
    searched([[{ gamma: 0.8 }, { sharpen: 0.5 }]], evaluate);
    expect(tried.map(({ gamma, sharpen }) => [gamma, sharpen])).toEqual([
      [1, usual],
      [0.8, usual],
      [1, 0.5],
    ]);
  });

  test("lets a later round override an earlier one", () => {
    expect(searched([[{ gamma: 0.9, sharpen: 0.5 }], [{ gamma: 0.8 }]], evaluatorBy(nearness).evaluate).params).toEqual(
      {
        ...GIVEN,
        gamma: 0.8,
        sharpen: 0.5,
      },
    );
  });

  test("returns the untuned candidate if no move is strictly better", () => {
    expect(searched(moves, evaluatorBy(() => 0.5).evaluate)).toMatchObject({ params: GIVEN, score: 0.5 });
    expect(searched([], evaluatorBy(() => 0.5).evaluate)).toMatchObject({ params: GIVEN, score: 0.5 });
  });

  test("tries a move at the requested strength", () => {
    const { tried, evaluate } = evaluatorBy(nearness);
    const half = { ...GIVEN, autoOptimize: 0.5 };
    expect(searched([[{ gamma: 0.6 }], [{ sharpen: 0.65 }]], evaluate, { given: half }).params).toEqual({
      ...half,
      gamma: 0.8,
      sharpen: 0.5,
    });
    expect(tried).toHaveLength(3);
  });

  test("applies the open part of a partly locked move", () => {
    const { tried, evaluate } = evaluatorBy(nearness);
    const both: Moves = [[{ gamma: 0.8, sharpen: 0.5 }]];
    expect(searched(both, evaluate, { open: new Set(["gamma"]) }).params).toEqual({ ...GIVEN, gamma: 0.8 });
    expect(tried).toEqual([GIVEN, { ...GIVEN, gamma: 0.8 }]);
  });

  test("skips a move that is completely locked", () => {
    const { tried, evaluate } = evaluatorBy(nearness);
    expect(searched(moves, evaluate, { open: new Set(["denoise"]) }).params).toEqual(GIVEN);
    expect(tried).toEqual([GIVEN]);
  });

  test("yields before each render but the first", () => {
    const { evaluate } = evaluatorBy(nearness);
    const steps = searchMoves(GIVEN, { moves, open: ALL, evaluate, hasRoom: () => true });
    let rests = 0;
    while (!steps.next().done) rests++;
    expect(rests).toBe(moves.flat().length);
  });
});

test.each([0, 1, 3])(
  "with room for %i moves, tries that many in their order and counts the others (answers 8.8)",
  (room) => {
    const moves: Moves = [
      [{ gamma: 0.7 }, { gamma: 0.9 }],
      [{ sharpen: 0.1 }, { contrast: 1 }],
    ];
    const { tried, evaluate } = evaluatorBy(() => 0);
    const open = new Set(["gamma", "sharpen"]);
    const hasRoom = () => tried.length < 1 + room;
    const { leftOut } = finish(searchMoves(GIVEN, { moves, open, evaluate, hasRoom }));
    const all = [GIVEN.gamma, 0.7, 0.9, GIVEN.gamma];
    expect(tried.map(({ gamma }) => gamma)).toEqual(all.slice(0, 1 + room));
    // a locked parameter leaves the move empty
    expect(leftOut).toBe(3 - room);
  },
);

describe("a move is kept", () => {
  const [move, moved]: [Moves, Partial<RenderParams>] = [[[{ gamma: 0.8 }]], { gamma: 0.8 }];
  const isMoved = ({ gamma }: RenderParams): boolean => gamma !== GIVEN.gamma;
  const gaining = (gain: number) => (params: RenderParams) => (isMoved(params) ? gain : 0);
  const kept = (gain: number, isMet?: (params: RenderParams) => boolean): boolean =>
    searched(move, evaluatorBy(gaining(gain), isMet).evaluate).params.gamma === moved.gamma;

  test("if it gains at least a thousandth (answers 8.8)", () => {
    expect([0.001, 0.002].map((gain) => kept(gain))).toEqual([true, true]);
    expect([0.0009, 0, -LEAST_GAIN].map((gain) => kept(gain))).toEqual([false, false, false]);
  });

  test("if it gains at all and meets a missed target (answers 8.8)", () => {
    expect([LEAST_GAIN / 2, 0, -LEAST_GAIN].map((gain) => kept(gain, isMoved))).toEqual([true, false, false]);
    expect(kept(LEAST_GAIN / 2, () => true)).toBe(false);
  });
});

const tunings = (): fc.Arbitrary<Tuning> =>
  fc.record(Object.fromEntries(TUNABLE.map((name) => [name, fc.double({ ...rangeOf(name), noNaN: true })])), {
    requiredKeys: [],
  });

const rangeOf = (name: (typeof TUNABLE)[number]): { readonly min: number; readonly max: number } => {
  const { min, max } = PARAMS[name];
  return { min, max };
};

test("for any moves and scores, the best is no worse, locked parameters stay and no move is tried twice", () => {
  const rounds = fc.array(fc.array(tunings(), { maxLength: 3 }), { maxLength: 3 });
  const scores = fc.infiniteStream(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean()));
  fc.assert(
    fc.property(rounds, fc.subarray([...TUNABLE]), scores, (moves, open, outcomes) => {
      const candidates: Candidate[] = [];
      const best = searched(
        moves,
        (params) => {
          const [score, isMet] = outcomes.next().value;
          const candidate: Candidate = { params, state: FRAME, score, components: [isMet ? MET : MISSED] };
          candidates.push(candidate);
          return candidate;
        },
        { open: new Set<string>(open) },
      );
      const locked = TUNABLE.filter((name) => !open.includes(name));
      for (const { params } of candidates) for (const name of locked) expect(params[name]).toBe(GIVEN[name]);
      expect(candidates).toContain(best);
      expect(best.score).toBeGreaterThanOrEqual(candidates[0]!.score);
      // among candidates that meet or miss the target like the best, none is better by LEAST_GAIN
      const alike = candidates.filter(({ components }) => components[0]!.met === best.components[0]!.met);
      expect(Math.max(...alike.map(({ score }) => score)) - best.score).toBeLessThan(LEAST_GAIN);
      // a target that was met stays met
      if (candidates[0]!.components[0]!.met) expect(best.components[0]!.met).toBe(true);
      expect(candidates.length).toBeLessThanOrEqual(1 + moves.flat().length);
    }),
  );
});
