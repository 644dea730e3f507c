import { effect, untracked } from "@preact/signals";
import { runningExports } from "../film/films-under-way.ts";
import type { Studio } from "../state/studio.ts";
import { createPace } from "./pace.ts";

type Parts = Pick<Studio, "worker" | "live" | "params" | "toast">;

/**
 * Goes down with the columns while frames fall behind, as long as the person has not chosen them, and says so. Whoever undoes
 * it is left alone. Gives back what stops it.
 */
export const keepUp = ({ worker, live, params, toast }: Parts, clock = () => performance.now()): (() => void) => {
  const pace = createPace();
  let lowered: number | null = null;
  let isDeclined = false;
  const lower = (): void => {
    const { columns } = params.all.peek();
    const isTheirs = lowered === null ? params.options.peek().columns !== undefined : columns !== lowered;
    const fewer = fewerColumns(columns);
    if (isTheirs) isDeclined = true;
    if (isDeclined || fewer === null) return;
    lowered = fewer;
    params.set("columns", fewer);
    toast(`${fewer} columns now, to keep up with the picture`, {
      label: "Undo",
      go() {
        isDeclined = true;
        params.set("columns", columns);
      },
    });
  };
  return effect(() => {
    const stats = worker.stats.value;
    if (stats === null || isDeclined) return;
    untracked(() => {
      if (pace(stats, clock()).isBehind && live.peek()?.isPlaying.peek() && runningExports.peek() === 0) lower();
    });
  });
};

/** Fewer columns, by one step; null where there is none. */
export const fewerColumns = (columns: number): number | null => STEPS.find((step) => step < columns) ?? null;

/** Numbers of columns to go down by. */
const STEPS = [200, 160, 120, 96, 80, 64, 48];
