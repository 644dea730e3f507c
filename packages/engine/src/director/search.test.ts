import { PARAMS, type QualityTarget, type RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { paramsWith } from "../../../../tests/support/params.ts";
import { paintGray } from "../../../../tests/support/rasters.ts";
import { finish } from "../steps.ts";
import type { Facts } from "./facts.ts";
import type { TryOut } from "./judge.ts";
import { MOVES, type Moves } from "./moves.ts";
import { searchMoves, tunedBy } from "./search.ts";
import { TUNABLE } from "./tunable.ts";

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

  test("at strength 1 is what was found, at 0 what was given", () => {
    expect(tunedBy(GIVEN, { gamma: 0.88, denoise: 0.9 }, 1)).toEqual({ ...GIVEN, gamma: 0.88, denoise: 0.9 });
    expect(tunedBy(GIVEN, { gamma: 0.88, denoise: 0.9 }, 0)).toEqual(GIVEN);
  });

  test("is told in thousandths", () => {
    expect(tunedBy(GIVEN, { gamma: 0.88 }, 1 / 3).gamma).toBe(0.96);
  });
});

const FACTS: Facts = { noise: 0.02, dark: 0.1, middle: 0.3, bright: 0.9, shadows: 0.4, edges: 0.2, skin: 0.2 };

const FRAME = startFrame(
  paintGray(1, 1, () => 0),
  { columns: 1, rows: 1 },
);

/** Tries out parameters by a formula in place of a drawing, and remembers which. */
const tryingBy = (
  score: (params: RenderParams) => number,
): { readonly tried: RenderParams[]; readonly tryOut: TryOut } => {
  const tried: RenderParams[] = [];
  const tryOut: TryOut = (params) => {
    tried.push(params);
    return { params, frame: FRAME, score: score(params), marks: [] };
  };
  return { tried, tryOut };
};

/** The score of a page whose best gamma is 0.8 and best sharpen 0.5. */
const nearness = ({ gamma, sharpen }: RenderParams): number => 1 - Math.abs(gamma - 0.8) - Math.abs(sharpen - 0.5);

describe("the search", () => {
  const moves: Moves = [
    [{ set: { gamma: 0.7 } }, { set: { gamma: 0.82 } }, { set: { gamma: 1.2 } }],
    [{ set: { sharpen: 0.1 } }, { set: { sharpen: 0.45 } }],
  ];

  test("takes the best move of a round, and begins the next from there", () => {
    const { tried, tryOut } = tryingBy(nearness);
    expect(finish(searchMoves(GIVEN, { moves, facts: FACTS, open: ALL, tryOut }))).toEqual({
      gamma: 0.82,
      sharpen: 0.45,
    });
    expect(tried.map(({ gamma, sharpen }) => [gamma, sharpen])).toEqual([
      [1, 0.35],
      [0.7, 0.35],
      [0.82, 0.35],
      [1.2, 0.35],
      [0.82, 0.1],
      [0.82, 0.45],
    ]);
  });

  test("is null where no move is better than none: as good is not better", () => {
    expect(
      finish(searchMoves(GIVEN, { moves, facts: FACTS, open: ALL, tryOut: tryingBy(() => 0.5).tryOut })),
    ).toBeNull();
  });

  test("tries a move as it would be applied, and gives it back whole", () => {
    const { tried, tryOut } = tryingBy(nearness);
    const half = { ...GIVEN, autoOptimize: 0.5 };
    expect(finish(searchMoves(half, { moves: [[{ set: { gamma: 0.6 } }]], facts: FACTS, open: ALL, tryOut }))).toEqual({
      gamma: 0.6,
    });
    expect(tried.map(({ gamma }) => gamma)).toEqual([1, 0.8]);
  });

  test("does not try what the facts speak against", () => {
    const { tried, tryOut } = tryingBy(nearness);
    const picky: Moves = [
      [
        { set: { gamma: 0.8 }, when: ({ noise }) => noise > 0.5 },
        { set: { sharpen: 0.4 }, when: () => true },
      ],
    ];
    expect(finish(searchMoves(GIVEN, { moves: picky, facts: FACTS, open: ALL, tryOut }))).toEqual({ sharpen: 0.4 });
    expect(tried).toHaveLength(2);
  });

  test("does not try a move when any of what it sets is locked", () => {
    const { tried, tryOut } = tryingBy(nearness);
    const both: Moves = [[{ set: { gamma: 0.8, sharpen: 0.5 } }]];
    expect(finish(searchMoves(GIVEN, { moves: both, facts: FACTS, open: new Set(["gamma"]), tryOut }))).toBeNull();
    expect(tried).toEqual([GIVEN]);
  });
});

const TARGETS = PARAMS.qualityTarget.values;

describe.each(TARGETS)("the moves for %s", (target: QualityTarget) => {
  const moves = MOVES[target];

  test("stay within the range of their parameters", () => {
    for (const { set } of moves.flat()) {
      for (const [name, value] of Object.entries(set)) {
        const { min, max } = PARAMS[name as keyof typeof set];
        expect(value >= min && value <= max).toBe(true);
      }
    }
  });

  test("move something: none sets a parameter to its default", () => {
    for (const { set } of moves.flat()) {
      for (const [name, value] of Object.entries(set)) expect(value).not.toBe(PARAMS[name as keyof typeof set].default);
    }
  });

  test("never touch what is locked, whatever scores come out, and are tried once each at most", () => {
    fc.assert(
      fc.property(
        fc.subarray([...TUNABLE]),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (open, scores) => {
          const { tried, tryOut } = tryingBy(() => scores.next().value);
          const best = finish(searchMoves(GIVEN, { moves, facts: FACTS, open: new Set(open), tryOut }));
          const locked = TUNABLE.filter((name) => !open.includes(name));
          for (const params of tried) for (const name of locked) expect(params[name]).toBe(GIVEN[name]);
          for (const name of Object.keys(best ?? {})) expect(open).toContain(name);
          expect(tried.length).toBeLessThanOrEqual(1 + moves.flat().length);
        },
      ),
    );
  });
});

test("nothing takes more than nine sketches, the default no more than four", () => {
  const most = (target: QualityTarget): number => 1 + MOVES[target].flat().length;
  expect(most("balanced")).toBe(4);
  expect(Math.max(...TARGETS.map(most))).toBe(9);
});
