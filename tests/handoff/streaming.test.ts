import { expect, test } from "vitest";
import { twoOriginsForFile } from "./support/two-origins-for-file.ts";
import { streamFast } from "./trials.ts";

const origins = twoOriginsForFile({ studio: "producer" });

// how many a busy machine lets through is not held here: `scripts/handoff.ts` does, and their times
test("of 60 frames a second all that were sent have come, each once and in order, and are shown", async () => {
  const { figures, states, shown } = await streamFast(origins, 5);
  expect(states.map(({ name }) => name)).toEqual(["streaming", "closed"]);
  const { offered, sent, acknowledged, overwritten, bytes } = figures;
  expect([offered, sent + overwritten, acknowledged]).toEqual([300, 300, sent]);
  expect(shown).toMatchObject({ frames: sent, lost: 0 });
  expect(bytes).toBe(sent * 200 * 60 * 4);
});
