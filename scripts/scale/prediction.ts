import { median } from "../../bench/statistics/averages.ts";
import { fitCosts } from "./cost-model.ts";
import { type Arrangement, byArrangement, crowding, rateOf } from "./crowding.ts";
import type { Measured, Turn } from "./measured.ts";
import { typicalWork } from "./typical.ts";

/** Renders a second of an arrangement: as the fit of costs has it, and as it was. */
type Prediction = Arrangement & {
  readonly predicted: number;
  readonly measured: number;
  /** The share by which the prediction is off: above 0 where it promises too much. */
  readonly off: number;
};

/**
 * As many renders as its workers have a core's time for, or as the cores have besides haproxy, Redis, the callers and others,
 * whichever is less.
 */
export const predictions = (measured: Measured): readonly Prediction[] => {
  const { cores } = measured.machine;
  const alone = fitCosts(measured.costs).msOf(typicalWork(measured));
  return byArrangement(measured.turns).map(({ instances, workers, turns }) => {
    const ms = alone * (instances * workers < cores ? 1 : crowding(measured.turns, cores));
    const free = cores - median(turns.map(besides));
    const predicted = (Math.min(instances * workers, free) * 1000) / ms;
    const rate = median(turns.map(rateOf));
    return { instances, workers, predicted, measured: rate, off: predicted / rate - 1 };
  });
};

/** Cores that were busy with something else than instances. */
const besides = ({ busy, seconds }: Turn): number => (busy.haproxy + busy.redis + busy.callers + busy.others) / seconds;
