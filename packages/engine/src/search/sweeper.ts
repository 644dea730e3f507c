import type { SearchState } from "./state.ts";
import { layGray, type Pass, sweep } from "./sweep.ts";

/** The two steps of a search, whoever carries them out. */
export type Sweeper = {
  readonly layGray: (state: SearchState) => void;
  readonly sweep: (state: SearchState, pass: Pass) => number;
};

/** The sweeper in TypeScript: what every other one has to equal. */
export const SWEEPER: Sweeper = { layGray, sweep };
