import type { Watch } from "@lumiglyph/engine";
import type { Clock } from "../clock.ts";
import type { WorkerStep } from "./took.ts";

/** What a worker does, written down as it does it. */
export type WorkerSteps = {
  readonly watch: Watch;
  readonly steps: () => readonly WorkerStep[];
  /** Milliseconds of all steps of a name. */
  readonly ms: (name: WorkerStep["name"]) => number;
  /** Writes down a step that was not watched. */
  readonly add: (name: WorkerStep["name"], begun: number, ended: number) => void;
};

/** Steps since `start`. Several of one name in a row, such as the tries on sketches, become one. */
export const createWorkerSteps = (clock: Clock, start: number): WorkerSteps => {
  const steps: WorkerStep[] = [];
  const sums = new Map<string, number>();
  const add: WorkerSteps["add"] = (name, begun, ended) => {
    sums.set(name, (sums.get(name) ?? 0) + ended - begun);
    const last = steps.at(-1);
    const at = last?.name === name ? last.at : thousandths(begun - start);
    if (last?.name === name) steps.pop();
    steps.push({ name, at, ms: thousandths(ended - start - at) });
  };
  const watch: Watch = (name, work) => {
    const begun = clock();
    const result = work();
    add(name, begun, clock());
    return result;
  };
  return { watch, steps: () => steps, ms: (name) => sums.get(name) ?? 0, add };
};

const thousandths = (ms: number): number => Math.round(ms * 1000) / 1000;
