import type { ParsedParams, RenderParams } from "@lumiglyph/contract";
import { TUNABLE, type Tuning } from "../director/tunable.ts";

/** Parameters on their way from one tuning to the next. */
export type Glide = {
  /** What to draw the next frame with, one step further; what was set by hand stays as it was set. */
  readonly next: (parsed: ParsedParams) => RenderParams;
  /** Whether the goal is still ahead, has been reached with the last step, or was reached before. */
  readonly state: () => "under way" | "arrived" | "at rest";
  /** Begins to glide from where it is to the Auto Director's parameters. */
  readonly begin: (goal: RenderParams) => void;
  /** Forgets what was tuned. */
  readonly restart: () => void;
};

/** Frames that it takes from one tuning to the next: slow enough that the cells of a page need not all change at once. */
export const GLIDE_FRAMES = 48;

export const createGlide = (): Glide => {
  let from: Tuning = {};
  let goal: Tuning = {};
  let now: Tuning = {};
  let step = AT_REST;
  return {
    next: ({ params, changed }) => {
      step = Math.min(AT_REST, step + 1);
      const drawn = { ...params };
      for (const name of TUNABLE) {
        const [start, end] = [from[name] ?? params[name], goal[name]];
        if (end === undefined || changed.includes(name)) continue;
        drawn[name] = start + (end - start) * Math.min(1, step / GLIDE_FRAMES);
      }
      now = drawn;
      return drawn;
    },
    state: () => (step < GLIDE_FRAMES ? "under way" : step === GLIDE_FRAMES ? "arrived" : "at rest"),
    begin: (params) => {
      if (TUNABLE.every((name) => params[name] === now[name])) return;
      from = now;
      goal = params;
      step = 0;
    },
    restart: () => {
      goal = {};
      step = AT_REST;
    },
  };
};

const AT_REST = GLIDE_FRAMES + 1;
