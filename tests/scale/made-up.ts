import type { CostSample, Measured, Turn } from "../../scripts/scale/measured.ts";

/** A measurement with round figures: every render has a core for 10 ms, and for 12 where both cores are at work. */
export const MADE_UP: Measured = {
  machine: { date: "2026-01-01", cores: 2, processor: "Abacus", node: "26.0.0", lumiglyph: "1.0.0" },
  costs: [
    sample({}),
    ...[1, 4].flatMap((scale) =>
      [80, 120].flatMap((columns) =>
        [true, false].flatMap((director) => [
          sample({ width: 1000 * scale, height: 750 * scale, columns, director }),
          sample({ width: 1000 * scale, height: 750 * scale, columns, director, heldOut: true, serviceMs: 3 }),
        ]),
      ),
    ),
  ],
  peaks: [10, 20, 40].map((megapixels) => ({ megapixels, peakMiB: 100 + 15 * megapixels })),
  hit: { renders: 100, serviceMs: 2 },
  redis: { scripts: 1_000_000, seconds: 20, redisSeconds: 10 },
  turns: [
    turn({ instances: 1, workers: 1, inTime: 100, renders: 100, seconds: 1, worked: 1 }),
    turn({ instances: 1, workers: 2, inTime: 150, renders: 150, seconds: 1, worked: 1.8 }),
    turn({ instances: 2, workers: 1, inTime: 140, renders: 150, seconds: 1, worked: 1.8 }),
  ],
  waits: [{ workers: 2, share: 0.5, sent: 1000, refused: 1, aloneMs: 11, p50: 14, p99: 40 }],
  limits: [1, 2].map((instances) => ({ instances, hits: 1000, points: 100, allowed: 100 })),
};

function sample(given: Partial<CostSample>): CostSample {
  return {
    input: "jpeg",
    width: 1633,
    height: 1225,
    columns: 120,
    format: "text",
    color: false,
    director: true,
    sentBytes: ((given.width ?? 1633) * (given.height ?? 1225)) / 5,
    bodyBytes: 8000,
    renders: 20,
    workerMs: 8,
    serviceMs: 2,
    peakMiB: 200,
    heldOut: false,
    ...given,
  };
}

function turn({
  worked,
  ...given
}: Omit<Turn, "round" | "faults" | "busy" | "serviceMiB" | "workerMiB"> & { readonly worked: number }): Turn {
  const busy = { workers: worked * 0.75, services: worked * 0.25, haproxy: 0.01, redis: 0.01, callers: 0.1, others: 0 };
  return { ...given, round: 1, faults: 0, busy, serviceMiB: 100, workerMiB: 200 };
}
