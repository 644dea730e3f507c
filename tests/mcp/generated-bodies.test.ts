import { expect, test, vi } from "vitest";
import { ask } from "../support/http-render.ts";
import { serviceForFile } from "../support/http-service.ts";
import { runBodies } from "./generated-bodies.ts";

vi.setConfig({ testTimeout: 180_000 });

const service = serviceForFile();

test("500 generated bodies: no hang, no 5xx, one response for every id", async () => {
  const { faults, statuses, answered, batches, drawn, worstMs } = await runBodies(service.url, {
    count: 500,
    seed: 11,
  });
  expect(faults).toEqual([]);
  expect(answered).toBe(500);
  for (const status of ["200", "202", "400", "404"]) expect(statuses[status]).toBeGreaterThan(3);
  expect([batches > 10, drawn > 10]).toEqual([true, true]);
  console.log(
    `500 bodies: ${JSON.stringify(statuses)}, ${batches} batches, ${drawn} with art, worst ${worstMs.toFixed(0)} ms.`,
  );
  expect(service.log.filter(({ level }) => level >= 50)).toEqual([]);
  expect((await ask(`${service.url}/api/health`)).json()["load"]).toMatchObject({ busy: 0, queued: 0 });
});
