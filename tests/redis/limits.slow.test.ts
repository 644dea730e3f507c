import { afterAll, expect, test } from "vitest";
import { floodLimits } from "../reliability/limit-flood.ts";
import { endServices } from "../reliability/service-process.ts";

afterAll(endServices);

const POINTS = 20;

test("two and four instances allow a client its limit and one render each in any minute, whatever happens to Redis", {
  timeout: 600_000,
}, async () => {
  const { clients } = await floodLimits({ points: POINTS, counts: [2, 4], hits: 1000, longSeconds: 0 });
  expect(clients).toHaveLength(24);
  for (const { instances, fault, most, rendered, answers } of clients) {
    expect.soft(most, `${instances} instances, Redis ${fault}`).toBeLessThanOrEqual(POINTS + instances);
    expect.soft(rendered).toBeGreaterThan(0);
    expect.soft(Object.keys(answers).sort()).toEqual(["200", "429"]);
  }
});
