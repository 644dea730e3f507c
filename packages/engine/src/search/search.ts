import type { SearchState } from "./state.ts";

/** The two operations of a search, in TypeScript or WebAssembly. */
export type Sweeper = {
  readonly layCells: (state: SearchState) => void;
  readonly sweep: (state: SearchState, upward: boolean) => number;
};

/**
 * Blurred-error search. A cell without a glyph counts as plain gray of the wanted light, so the
 * first pass, downward, diffuses errors of tone and shape at once. Later passes, up and down,
 * correct what it could not foresee.
 */
export const runSearch = (state: SearchState, sweeper: Sweeper, passes = PASSES): void => {
  sweeper.layCells(state);
  const enough = CONVERGED * state.glyph.length;
  for (let pass = 0; pass < passes; pass++) if (sweeper.sweep(state, pass % 2 === 1) < enough) return;
};

const PASSES = 2;

/** Share of changed cells below which another pass makes no visible difference. */
const CONVERGED = 0.003;
