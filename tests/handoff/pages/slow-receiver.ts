import { receive } from "./receive.ts";

/** Milliseconds that each frame keeps the page busy. */
const BUSY_MS = 50;

/** Milliseconds from the studio to here, of each frame. */
const latencies: number[] = [];

receive(({ drawnAt }) => {
  latencies.push(performance.timeOrigin + performance.now() - drawnAt);
  const until = performance.now() + BUSY_MS;
  while (performance.now() < until);
});

Object.assign(globalThis, { latencies });
