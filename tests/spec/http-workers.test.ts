import { availableParallelism } from "node:os";
import { afterEach, describe, expect, test } from "vitest";
import { SETTINGS } from "../../apps/service/src/tables/settings.ts";
import { childrenOf, isRunning } from "../support/child-processes.ts";
import { startProcess } from "../support/http-process.ts";
import { ask, askRender, rawImage } from "../support/http-render.ts";
import { largePng } from "../support/large-png.ts";
import { fixture } from "./drawn.ts";

const PICTURE = fixture("charts/color-wheel.png");
const running: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of running.splice(0)) await stop();
});

const start = async (env: { readonly [name: string]: string } = {}) => {
  const service = await startProcess({ SERVICE_PORT: "0", SERVICE_LOG_LEVEL: "silent", ...env });
  running.push(async () => {
    // a suspended worker would never notice that the service has gone
    for (const worker of childrenOf(service.pid)) process.kill(worker, "SIGKILL");
    await service.stop("SIGKILL");
  });
  return service;
};

const load = async (url: string) => (await ask(`${url}/api/health`)).json()["load"];

/** Waits for all workers and the spare one. */
const startWhole = async (workers: number, env: { readonly [name: string]: string } = {}) => {
  const service = await start({ SERVICE_WORKERS: String(workers), ...env });
  await expect.poll(() => load(service.url)).toMatchObject({ workers });
  return service;
};

describe("workers", () => {
  test("are one for each core, with four queue places each (answers 3.8)", async () => {
    const { url } = await start();
    const cores = availableParallelism();
    await expect.poll(() => load(url)).toEqual({ workers: cores, busy: 0, queued: 0, capacity: 5 * cores });
  });

  test("and the queue are as many as set (answers 2.13, 3.8)", async () => {
    const { url, pid } = await startWhole(1, { SERVICE_QUEUE: "0" });
    expect(await load(url)).toEqual({ workers: 1, busy: 0, queued: 0, capacity: 1 });
    await expect.poll(() => childrenOf(pid)).toHaveLength(2);
    const slow = askRender(url, rawImage(largePng(4000, 4000)));
    await expect.poll(() => load(url)).toEqual({ workers: 1, busy: 1, queued: 0, capacity: 1 });
    const refused = await askRender(url, rawImage(PICTURE));
    expect([refused.status, refused.json()["code"], refused.headers.get("retry-after")]).toEqual([
      503,
      "overloaded",
      "2",
    ]);
    expect((await slow).status).toBe(200);
    expect((await askRender(url, rawImage(PICTURE))).status).toBe(200);
  });

  test("that are killed are replaced without a failed render (spec 4.2; answers 2.12)", async () => {
    const { url, pid } = await startWhole(2);
    const drawn = (await askRender(url, rawImage(PICTURE, { columns: 60 }))).text;
    for (let round = 0; round < 3; round++) {
      // another brightness each time: no two jobs are equal
      const asked = Array.from({ length: 8 }, (_, at) => rawImage(PICTURE, { columns: 60, brightness: at * 2 }));
      const answers = Promise.all(asked.map((request) => askRender(url, request)));
      const victim = childrenOf(pid)[0] ?? 0;
      process.kill(victim, "SIGKILL");
      const [first, ...others] = await answers;
      expect([first?.status, first?.text]).toEqual([200, drawn]);
      expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
      await expect.poll(() => isRunning(victim)).toBe(false);
      await expect.poll(() => load(url)).toMatchObject({ workers: 2, busy: 0, queued: 0 });
    }
  });
});

describe("a render past its deadline", () => {
  test("is 503 without Retry-After, and its worker is replaced (answers 2.2, 3.7)", async () => {
    const { url, pid } = await startWhole(1, { SERVICE_RENDER_DEADLINE_MS: "100" });
    await expect.poll(() => childrenOf(pid)).toHaveLength(2);
    const before = childrenOf(pid);
    const begun = performance.now();
    const { status, headers, json } = await askRender(url, rawImage(largePng(6000, 6000)));
    expect([status, json()["code"], headers.get("retry-after")]).toEqual([503, "render_deadline", null]);
    expect(performance.now() - begun).toBeLessThan(5000);
    await expect.poll(() => before.filter(isRunning)).toHaveLength(1);
    await expect.poll(() => childrenOf(pid).filter(isRunning)).toHaveLength(2);
    await expect.poll(async () => (await askRender(url, rawImage(PICTURE, { columns: 8 }))).status).toBe(200);
  });

  test("ends after the default deadline, whatever blocks the worker (answers 3.7)", async () => {
    const usual = SETTINGS.SERVICE_RENDER_DEADLINE_MS.default;
    const { url, pid } = await startWhole(1, { SERVICE_RENDER_DEADLINE_MS: `${usual}` });
    await expect.poll(() => childrenOf(pid)).toHaveLength(2);
    for (const worker of childrenOf(pid)) process.kill(worker, "SIGSTOP");
    const begun = performance.now();
    const { status, json } = await askRender(url, rawImage(PICTURE));
    const elapsed = performance.now() - begun;
    expect([status, json()["code"]]).toEqual([503, "render_deadline"]);
    expect(elapsed).toBeGreaterThan(usual - 10);
    expect(elapsed).toBeLessThan(usual + 1000);
  });
});
