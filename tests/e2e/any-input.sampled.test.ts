import { describe, expect, inject, test, vi } from "vitest";
import { runMutations } from "../reliability/mutations/run.ts";
import { runMalformed } from "../reliability/requests/run-malformed.ts";
import { runRequests } from "../reliability/requests/run-requests.ts";
import { fetcherFor } from "../support/http-image-host.ts";
import { ask } from "../support/http-render.ts";
import { serviceForFile } from "../support/http-service.ts";

// a busy machine is slow with 300 renders
vi.setConfig({ testTimeout: 120_000 });

const nameless = () => Promise.reject(new Error("no name is resolved here"));
const service = serviceForFile({}, () => ({ fetchImage: fetcherFor({}, { resolve: nameless }) }));

const expectNoFault = async (): Promise<void> => {
  expect(service.log.filter(({ level }) => level >= 50)).toEqual([]);
  expect((await ask(`${service.url}/api/health`)).json()["load"]).toMatchObject({ busy: 0, queued: 0 });
};

describe("arbitrary input", () => {
  const count = inject("allCases") ? 2000 : 1000;
  test(`${count} valid and invalid requests get the described responses, and none a 5xx (spec 7; answers 2.1, 2.2, 2.4)`, async () => {
    const { faults, statuses, kinds, jobs, ...figures } = await runRequests(service.url, { count, seed: 5 });
    expect(faults).toEqual([]);
    expect([figures.count, figures.unanswered]).toEqual([count, 0]);
    expect(Object.keys(statuses)).toEqual(
      expect.arrayContaining(["200", "304", "400", "403", "404", "405", "413", "415", "431"]),
    );
    expect(Object.entries(kinds).filter(([, count]) => count < 3)).toEqual([]);
    expect(jobs).toBeGreaterThan(count / 25);
    console.log(`${count} requests: ${JSON.stringify(statuses)}, worst ${figures.worstMs.toFixed(0)} ms.`);
    await expectNoFault();
  });

  test("500 mutated images are rendered or refused as problems, and no process dies (answers 2.2)", async () => {
    const { faults, statuses, codes, ...figures } = await runMutations(service.url, { count: 500, seed: 9 });
    expect(faults).toEqual([]);
    expect([figures.count, figures.unanswered]).toEqual([500, 0]);
    expect(codes["image_unreadable"]).toBeGreaterThan(100);
    expect(codes["drawn"]).toBeGreaterThan(20);
    console.log(`500 mutated pictures: ${JSON.stringify(statuses)}, worst ${figures.worstMs.toFixed(0)} ms.`);
    await expectNoFault();
  });

  test("200 malformed messages get problems or are closed (answers 2.1, 2.2)", async () => {
    const { faults, statuses, closed, kinds } = await runMalformed(service.url, { count: 200, seed: 7 });
    expect(faults).toEqual([]);
    expect(statuses["400"]).toBeGreaterThan(100);
    expect(Object.keys(kinds).length).toBeGreaterThanOrEqual(10);
    console.log(`200 malformed messages: ${JSON.stringify(statuses)}, ${closed} closed without an answer.`);
    await expectNoFault();
  });
});
