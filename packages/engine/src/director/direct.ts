import type { ParsedParams, RenderParams } from "@lumiglyph/contract";
import type { Frame } from "../frame.ts";
import type { Watch } from "../stage.ts";
import type { Steps } from "../steps.ts";
import { adviseOn } from "./advice.ts";
import { createBoard } from "./board.ts";
import { analyze } from "./facts.ts";
import { judgeOn, type Take, type TryOut } from "./judge.ts";
import { MOVES } from "./moves.ts";
import { searchMoves, tunedBy } from "./search.ts";
import { createSketchBoard } from "./sketch.ts";
import { TUNABLE } from "./tunable.ts";

/** What the Auto Director leaves: the page to send, and what it knows about it. */
export type Directed = {
  readonly take: Take;
  readonly locked: readonly (typeof TUNABLE)[number][];
  /** Pages that were drawn and judged, sketches among them. */
  readonly evaluations: number;
  readonly advice: string | null;
};

/**
 * Draws a picture as well as it can under the target's rubric: looks at it, tries moves on sketches, draws the whole page
 * with the best of them, and keeps it if it is measured to be clearly better than the page without.
 */
export function* direct(still: Frame, seen: Frame, { params, changed }: ParsedParams, watch: Watch): Steps<Directed> {
  const judge = counted(judgeOn(createBoard(still, seen, watch), params, watch));
  const untuned = judge.tryOut(params);
  const locked = TUNABLE.filter((name) => changed.includes(name));
  const open = new Set<string>(TUNABLE.filter((name) => !changed.includes(name)));
  if (!isDirected(params) || open.size === 0) {
    return { take: untuned, locked, evaluations: judge.count(), advice: adviseOn(untuned, null) };
  }
  yield;
  const board = watch("sketch", () => createSketchBoard(still, seen, params));
  const facts = watch("sketch", () => analyze(board.still, board.seen));
  const sketch = counted(judgeOn(board, params));
  const tryOut: TryOut = (candidate) => watch("sketch", () => sketch.tryOut(candidate));
  const best = yield* searchMoves(params, { moves: MOVES[params.qualityTarget], facts, open, tryOut });
  yield;
  const tuned = best === null ? untuned : judge.tryOut(tunedBy(params, best, params.autoOptimize));
  const take = isWorthIt(tuned, untuned) ? tuned : untuned;
  yield;
  const advice = adviseOn(take, tryOut);
  return { take, locked, evaluations: judge.count() + sketch.count(), advice };
}

/** Whether a page is clearly better than another, or no worse and the one of both that meets the target. */
const isWorthIt = (tuned: Take, untuned: Take): boolean => {
  const gain = tuned.score - untuned.score;
  return gain >= LEAST_GAIN || (gain > 0 && isMet(tuned) && !isMet(untuned));
};

const isMet = ({ marks }: Take): boolean => marks.every(({ met }) => met);

/** So little may be an accident of the calibrated light, and be lost in another font. */
export const LEAST_GAIN = 0.006;

/** Line art is not the picture: to tune it towards the picture would spoil it. */
const isDirected = ({ autoOptimize, edges }: RenderParams): boolean => autoOptimize > 0 && !edges;

/** Counts how often something is tried out, and remembers the outcomes: the same page need not be drawn twice. */
const counted = (tryOut: TryOut): { readonly tryOut: TryOut; readonly count: () => number } => {
  const takes = new Map<string, Take>();
  return {
    count: () => takes.size,
    tryOut: (params) => {
      const key = JSON.stringify(params);
      const take = takes.get(key) ?? tryOut(params);
      takes.set(key, take);
      return take;
    },
  };
};
