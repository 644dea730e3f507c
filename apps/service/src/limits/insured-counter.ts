import type { PointCounter } from "./point-counter.ts";

/** Counts where the first one does, or where the second does whenever the first cannot; `onFallback` hears of each time. */
export const insuredCounter = (first: PointCounter, second: PointCounter, onFallback: () => void): PointCounter => ({
  spend: (client, points) =>
    first.spend(client, points).catch(() => {
      onFallback();
      return second.spend(client, points);
    }),
});
