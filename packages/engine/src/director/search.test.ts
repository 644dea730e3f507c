import { PARAMS, type RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { paramsWith } from "../../../../tests/support/params.ts";
import { paintGray } from "../../../../tests/support/rasters.ts";
import { finish } from "../stage.ts";
import { LEAST_GAIN, type Mark, type Moves, searchMoves, type Take, type TryOut, tunedBy } from "./direct.ts";
import { TUNABLE, type Tuning } from "./evidence.ts";

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

const FRAME = startFrame(
  paintGray(1, 1, () => 0),
  { columns: 1, rows: 1 },
);

const MET: Mark = { name: "tone", value: 1, threshold: 0.5, met: true };
const MISSED: Mark = { ...MET, value: 0, met: false };

type Tries = { readonly tried: RenderParams[]; readonly tryOut: TryOut };

/** Tries out parameters by a formula in place of a drawing, and remembers which. */
const tryingBy = (
  score: (params: RenderParams) => number,
  isMet: (params: RenderParams) => boolean = () => false,
): Tries => {
  const tried: RenderParams[] = [];
  const tryOut: TryOut = (params) => {
    tried.push(params);
    return { params, frame: FRAME, score: score(params), marks: [MET, isMet(params) ? MET : MISSED] };
  };
  return { tried, tryOut };
};

const searched = (moves: Moves, tryOut: TryOut, { given = GIVEN, open = ALL } = {}): Take =>
  finish(searchMoves(given, { moves, open, tryOut }));

/** The score of a page whose best gamma is 0.8 and best sharpen 0.5. */
const nearness = ({ gamma, sharpen }: RenderParams): number => 1 - Math.abs(gamma - 0.8) - Math.abs(sharpen - 0.5);

describe("the search", () => {
  const moves: Moves = [
    [{ gamma: 0.7 }, { gamma: 0.82 }, { gamma: 1.2 }],
    [{ sharpen: 0.1 }, { sharpen: 0.45 }],
  ];
  const usual = PARAMS.sharpen.default;

  test("takes the best move of a round, and begins the next from there", () => {
    const { tried, tryOut } = tryingBy(nearness);
    expect(searched(moves, tryOut).params).toEqual({ ...GIVEN, gamma: 0.82, sharpen: 0.45 });
    expect(tried.map(({ gamma, sharpen }) => [gamma, sharpen])).toEqual([
      [1, usual],
      [0.7, usual],
      [0.82, usual],
      [1.2, usual],
      [0.82, 0.1],
      [0.82, 0.45],
    ]);
  });

  test("begins every move of a round where the round began, not where its best is by then", () => {
    const { tried, tryOut } = tryingBy(nearness);
    searched([[{ gamma: 0.8 }, { sharpen: 0.5 }]], tryOut);
    expect(tried.map(({ gamma, sharpen }) => [gamma, sharpen])).toEqual([
      [1, usual],
      [0.8, usual],
      [1, 0.5],
    ]);
  });

  test("lets a later round set anew what an earlier one has set", () => {
    expect(searched([[{ gamma: 0.9, sharpen: 0.5 }], [{ gamma: 0.8 }]], tryingBy(nearness).tryOut).params).toEqual({
      ...GIVEN,
      gamma: 0.8,
      sharpen: 0.5,
    });
  });

  test("gives back the page as it was asked for where no move is better: as good is not better", () => {
    expect(searched(moves, tryingBy(() => 0.5).tryOut)).toMatchObject({ params: GIVEN, score: 0.5 });
    expect(searched([], tryingBy(() => 0.5).tryOut)).toMatchObject({ params: GIVEN, score: 0.5 });
  });

  test("tries a move as it would be applied, at the strength that was asked for", () => {
    const { tried, tryOut } = tryingBy(nearness);
    const half = { ...GIVEN, autoOptimize: 0.5 };
    expect(searched([[{ gamma: 0.6 }], [{ sharpen: 0.65 }]], tryOut, { given: half }).params).toEqual({
      ...half,
      gamma: 0.8,
      sharpen: 0.5,
    });
    expect(tried).toHaveLength(3);
  });

  test("of a move with a locked parameter still moves the open ones", () => {
    const { tried, tryOut } = tryingBy(nearness);
    const both: Moves = [[{ gamma: 0.8, sharpen: 0.5 }]];
    expect(searched(both, tryOut, { open: new Set(["gamma"]) }).params).toEqual({ ...GIVEN, gamma: 0.8 });
    expect(tried).toEqual([GIVEN, { ...GIVEN, gamma: 0.8 }]);
  });

  test("does not try a move of which all is locked", () => {
    const { tried, tryOut } = tryingBy(nearness);
    expect(searched(moves, tryOut, { open: new Set(["denoise"]) }).params).toEqual(GIVEN);
    expect(tried).toEqual([GIVEN]);
  });

  test("rests before each page but the first", () => {
    const steps = searchMoves(GIVEN, { moves, open: ALL, tryOut: tryingBy(nearness).tryOut });
    let rests = 0;
    while (!steps.next().done) rests++;
    expect(rests).toBe(moves.flat().length);
  });
});

describe("a move is kept", () => {
  const [move, moved]: [Moves, Partial<RenderParams>] = [[[{ gamma: 0.8 }]], { gamma: 0.8 }];
  const isMoved = ({ gamma }: RenderParams): boolean => gamma !== GIVEN.gamma;
  const gaining = (gain: number) => (params: RenderParams) => (isMoved(params) ? gain : 0);
  const kept = (gain: number, isMet?: (params: RenderParams) => boolean): boolean =>
    searched(move, tryingBy(gaining(gain), isMet).tryOut).params.gamma === moved.gamma;

  test("if it gains enough to be trusted (answers 8.8)", () => {
    expect([LEAST_GAIN, 2 * LEAST_GAIN].map((gain) => kept(gain))).toEqual([true, true]);
    expect([LEAST_GAIN / 2, 0, -LEAST_GAIN].map((gain) => kept(gain))).toEqual([false, false, false]);
  });

  test("if it gains at all and meets a target that was missed (answers 8.8)", () => {
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

test("whatever moves there are and scores come out, the best is no worse, nothing locked is touched, no move tried twice", () => {
  const rounds = fc.array(fc.array(tunings(), { maxLength: 3 }), { maxLength: 3 });
  const scores = fc.infiniteStream(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean()));
  fc.assert(
    fc.property(rounds, fc.subarray([...TUNABLE]), scores, (moves, open, outcomes) => {
      const takes: Take[] = [];
      const best = searched(
        moves,
        (params) => {
          const [score, isMet] = outcomes.next().value;
          const take: Take = { params, frame: FRAME, score, marks: [isMet ? MET : MISSED] };
          takes.push(take);
          return take;
        },
        { open: new Set<string>(open) },
      );
      const locked = TUNABLE.filter((name) => !open.includes(name));
      for (const { params } of takes) for (const name of locked) expect(params[name]).toBe(GIVEN[name]);
      expect(takes).toContain(best);
      expect(best.score).toBeGreaterThanOrEqual(takes[0]!.score);
      // of those that meet the target as the best does, or miss it too, none is more than so little better
      const alike = takes.filter(({ marks }) => marks[0]!.met === best.marks[0]!.met);
      expect(Math.max(...alike.map(({ score }) => score)) - best.score).toBeLessThan(LEAST_GAIN);
      // and a target that was met is never lost
      if (takes[0]!.marks[0]!.met) expect(best.marks[0]!.met).toBe(true);
      expect(takes.length).toBeLessThanOrEqual(1 + moves.flat().length);
    }),
  );
});
