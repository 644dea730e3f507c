import type { SearchState } from "./state.ts";
import { layCells, sweep } from "./sweep.ts";

/** The two steps of a search, whoever carries them out. */
export type Sweeper = {
  readonly layCells: (state: SearchState) => void;
  readonly sweep: (state: SearchState, upward: boolean) => number;
};

/** The sweeper in TypeScript: what every other one has to equal. */
export const SWEEPER: Sweeper = { layCells, sweep };
