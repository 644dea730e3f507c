import type { SearchState } from "./state.ts";
import type { Sweeper } from "./sweeper.ts";

/**
 * Blurred-error search: a cell that is to be drawn starts as a featureless gray of exactly the wanted light, so the first
 * pass, downward, feeds errors on in tone and in shape at once; the next ones, up and down, repair what it could not foresee.
 */
export const runSearch = (state: SearchState, sweeper: Sweeper): void => {
  sweeper.layCells(state);
  const enough = CONVERGED * state.glyph.length;
  for (let pass = 0; pass < PASSES; pass++) if (sweeper.sweep(state, pass % 2 === 1) < enough) return;
};

const PASSES = 2;

/** Share of changed cells below which another pass would not be seen. */
const CONVERGED = 0.003;
