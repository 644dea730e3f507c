import { expect, test } from "vitest";
import { twoOriginsForFile } from "./support/two-origins-for-file.ts";
import { streamSlowly } from "./trials.ts";

const origins = twoOriginsForFile({ studio: "producer", receiver: "slow-receiver" });

test("a receiver that takes 50 ms a frame gets the newest, the others are overwritten, and nothing piles up (answers 6.1)", async () => {
  const { figures, latencies, memory } = await streamSlowly(origins, 5);
  const { offered, sent, overwritten } = figures;
  expect([offered, sent + overwritten]).toEqual([300, 300]);
  expect(latencies).toHaveLength(sent);
  // 20 a second at most, and what its credits let go ahead
  expect(sent).toBeLessThanOrEqual(5 * 20 + 10);
  expect(sent).toBeGreaterThan(10);
  // frames of 48 kB that queued would be 10 MB
  expect(memory[1] - memory[0]).toBeLessThan(1_000_000);
});
