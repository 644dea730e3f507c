import type { RenderParams } from "@lumiglyph/contract";
import type { Steps } from "../steps.ts";
import type { Facts } from "./facts.ts";
import type { TryOut } from "./judge.ts";
import type { Moves } from "./moves.ts";
import { TUNABLE, type Tuning } from "./tunable.ts";

/** The parameters with a tuning applied at a strength: given + strength × (best − given), to a thousandth. */
export const tunedBy = (given: RenderParams, best: Tuning, strength: number): RenderParams => {
  const tuned = { ...given };
  for (const name of TUNABLE) {
    const value = best[name];
    if (value !== undefined) tuned[name] = Math.round(1000 * (given[name] + strength * (value - given[name]))) / 1000;
  }
  return tuned;
};

export type SearchParts = {
  readonly moves: Moves;
  readonly facts: Facts;
  /** Parameters that the caller has left alone. */
  readonly open: ReadonlySet<string>;
  readonly tryOut: TryOut;
};

/**
 * Tries moves round by round and keeps the best of each. A move is tried as it would be applied, at the strength that was
 * asked for: half a move may well land on other glyphs than a whole one. At full strength, or null where none helps.
 */
export function* searchMoves(given: RenderParams, { moves, facts, open, tryOut }: SearchParts): Steps<Tuning | null> {
  let best: Tuning | null = null;
  let { score } = tryOut(given);
  for (const round of moves) {
    const from: Tuning | null = best;
    for (const { set, when } of round) {
      if (!Object.keys(set).every((name) => open.has(name)) || when?.(facts) === false) continue;
      yield;
      const candidate: Tuning = { ...from, ...set };
      const take = tryOut(tunedBy(given, candidate, given.autoOptimize));
      if (take.score <= score) continue;
      best = candidate;
      score = take.score;
    }
  }
  return best;
}
