import { receive } from "./receive.ts";

/** Milliseconds that each frame keeps the page busy. */
const BUSY_MS = 50;

/** Latency of each frame from the studio, in milliseconds. */
const latencies: number[] = [];

receive(({ drawnAt }) => {
  latencies.push(performance.timeOrigin + performance.now() - drawnAt);
  const until = performance.now() + BUSY_MS;
  while (performance.now() < until);
});

Object.assign(globalThis, { latencies });
