import { expect, test } from "vitest";
import { twoOriginsForFile } from "./support/two-origins-for-file.ts";
import { streamFast } from "./trials.ts";

const origins = twoOriginsForFile({ studio: "producer" });

// throughput and latency depend on the machine: `scripts/handoff.ts` measures them
test("at 60 frames a second every sent frame arrives once, in order, and is shown", async () => {
  const { figures, states, shown } = await streamFast(origins, 5);
  expect(states.map(({ name }) => name)).toEqual(["streaming", "closed"]);
  const { offered, sent, acknowledged, overwritten, bytes } = figures;
  expect([offered, sent + overwritten, acknowledged]).toEqual([300, 300, sent]);
  expect(shown).toMatchObject({ frames: sent, lost: 0 });
  expect(bytes).toBe(sent * 200 * 60 * 4);
});
