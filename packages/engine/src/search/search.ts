import type { SearchState } from "./state.ts";
import type { Pass } from "./sweep.ts";
import type { Sweeper } from "./sweeper.ts";

/**
 * Blurred-error search: every cell starts as a featureless gray of exactly the wanted light, so the first pass, downward,
 * feeds errors on in tone and in shape at once; a second one, upward, repairs what the first could not foresee.
 */
export const runSearch = (state: SearchState, sweeper: Sweeper): void => {
  sweeper.layGray(state);
  const enough = CONVERGED * state.glyph.length;
  for (const pass of PASSES) {
    const reach = state.set.count <= FEW ? state.set.count : pass.reach;
    if (sweeper.sweep(state, { ...pass, reach }) < enough) return;
  }
};

const PASSES: readonly Pass[] = [
  { reach: 16, upward: false, repeat: 0.0004 },
  { reach: 12, upward: true, repeat: 0.0004 },
];

/** A set this small is looked through whole: the window would save nothing. */
const FEW = 24;

/** Share of changed cells below which another pass would not be seen. */
const CONVERGED = 0.003;
