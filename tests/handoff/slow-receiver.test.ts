import { expect, test } from "vitest";
import { twoOriginsForFile } from "./support/two-origins-for-file.ts";
import { streamSlowly } from "./trials.ts";

const origins = twoOriginsForFile({ studio: "producer", receiver: "slow-receiver" });

test("a receiver that needs 50 ms per frame gets the newest, the others are overwritten, and nothing queues up (answers 6.1)", async () => {
  const { figures, latencies, memory } = await streamSlowly(origins, 5);
  const { offered, sent, overwritten } = figures;
  expect([offered, sent + overwritten]).toEqual([300, 300]);
  expect(latencies).toHaveLength(sent);
  // at most 20 a second, plus its credits
  expect(sent).toBeLessThanOrEqual(5 * 20 + 10);
  expect(sent).toBeGreaterThan(10);
  // queued frames of 48 kB would take 10 MB
  expect(memory[1] - memory[0]).toBeLessThan(1_000_000);
});
