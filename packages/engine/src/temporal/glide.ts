import { completeParams, type RenderOptions, type RenderParams, TUNABLE } from "@lumiglyph/contract";
import type { Tuning } from "../director/evidence.ts";

/** Moves parameters gradually from one tuning to the next. */
type Glide = {
  /** The parameters for the next frame, one step further. Parameters that the caller set stay as they are. */
  readonly next: (options: RenderOptions) => RenderParams;
  /** Whether the goal is still ahead, was reached with the last step, or was reached earlier. */
  readonly state: () => "under way" | "arrived" | "at rest";
  /** Starts to glide from the current parameters to those of the Auto Director. */
  readonly begin: (goal: RenderParams) => void;
  /** Forgets the tuning. */
  readonly restart: () => void;
};

/** Frames from one tuning to the next; enough that the cells need not all change at once. */
export const GLIDE_FRAMES = 48;

/** A glide that is at rest, with nothing tuned. */
export const createGlide = (): Glide => {
  let from: Tuning = {};
  let goal: Tuning = {};
  let now: Tuning = {};
  let step = AT_REST;
  return {
    next: (options) => {
      const params = completeParams(options);
      step = Math.min(AT_REST, step + 1);
      const drawn = { ...params };
      for (const name of TUNABLE) {
        const [start, end] = [from[name] ?? params[name], goal[name]];
        if (end === undefined || options[name] !== undefined) continue;
        drawn[name] = step < GLIDE_FRAMES ? start + ((end - start) * step) / GLIDE_FRAMES : end;
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
