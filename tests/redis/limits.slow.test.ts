import { afterAll, expect, test } from "vitest";
import { floodLimits } from "../reliability/limit-flood.ts";
import { endServices } from "../reliability/service-process.ts";

afterAll(endServices);

const POINTS = 20;

test("two and four instances allow a client its limit and one render each in any minute, whatever happens to Redis", {
  timeout: 600_000,
}, async () => {
  const { clients, waits } = await floodLimits({ points: POINTS, counts: [2, 4], hits: 1000, longSeconds: 0 });
  expect(clients).toHaveLength(24);
  expect(waits.commands).toBeGreaterThan(1000);
  expect(waits.late, "commands to Redis that kept a request waiting for over 100 ms").toBe(0);
  for (const { instances, fault, most, rendered, answers } of clients) {
    expect.soft(most, `${instances} instances, Redis ${fault}`).toBeLessThanOrEqual(POINTS + instances);
    expect.soft(rendered).toBeGreaterThan(0);
    expect.soft(Object.keys(answers).sort()).toEqual(["200", "429"]);
  }
});
