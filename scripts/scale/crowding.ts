import { median } from "../../bench/statistics/averages.ts";
import type { Turn } from "./measured.ts";

/** Instances behind haproxy, each with so many workers. */
export type Arrangement = { readonly instances: number; readonly workers: number };

/** Turns of each arrangement, in the order in which they were first measured. */
export const byArrangement = (turns: readonly Turn[]): readonly (Arrangement & { readonly turns: readonly Turn[] })[] =>
  [...Map.groupBy(turns, ({ instances, workers }) => `${instances} × ${workers}`).values()].map((same) => ({
    instances: same[0]!.instances,
    workers: same[0]!.workers,
    turns: same,
  }));

/** Renders a second of a turn. */
export const rateOf = ({ inTime, seconds }: Turn): number => inTime / seconds;

/** Milliseconds that a render of a turn had a core, in workers and services. */
export const renderMs = ({ busy, renders }: Turn): number => ((busy.workers + busy.services) * 1000) / renders;

/**
 * How much longer a render has a core where all of them are at work than where one worker is: they share their caches. By the
 * turns of one instance alone, so that those of several can tell whether it holds for them. Never below 1.
 */
export const crowding = (turns: readonly Turn[], cores: number): number => {
  const msWith = (workers: number): number =>
    median(turns.filter((turn) => turn.instances === 1 && turn.workers === workers).map(renderMs));
  return Math.max(1, msWith(cores) / msWith(1));
};
