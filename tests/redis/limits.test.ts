import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createSharedCounter } from "../../apps/service/src/limits/shared-counter.ts";
import { redisAt } from "../../apps/service/src/shared/redis-connection.ts";
import { createRedisLink } from "../../apps/service/src/shared/redis-link.ts";
import { createKeyedHash } from "../../apps/service/src/shared/shared-settings.ts";
import { fixture } from "../spec/drawn.ts";
import { failProcess, startProcess } from "../support/http-process.ts";
import { askRender, rawImage } from "../support/http-render.ts";
import { makeCertificate } from "./support/certificate.ts";
import { accounts, allCount, fallbacks, READABLE } from "./support/counted.ts";
import { type RedisServer, startRedis } from "./support/redis-server.ts";
import { startServices } from "./support/two-services.ts";

const RAMP = fixture("charts/ramp.png");

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

describe("two instances with one Redis", () => {
  test("add up the points of small and large renders", async () => {
    const url = `${redis.url}/2`;
    const { urls, stop } = await startServices({ ...READABLE, SERVICE_REDIS_URL: url, SERVICE_RATE_POINTS: "100" });
    await allCount(urls);
    const left: (string | undefined)[] = [];
    // 400 × 200 cells and the pixels of a square image are slightly more than a point, rounded up
    for (const [at, columns] of [8, 400, 8, 400].entries()) {
      const { headers } = await askRender(urls[at % 2] ?? "", rawImage(fixture("charts/checker.png"), { columns }));
      left.push(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
      // what a render costs beyond a point is charged without waiting for Redis
      const spent = [1, 3, 4, 6][at];
      await expect.poll(async () => (await accounts(url))[0]?.[2], { interval: 20 }).toBeGreaterThanOrEqual(spent!);
    }
    const alone = await fallbacks(urls);
    expect((await stop()).codes).toEqual([0, 0]);
    // if a busy machine delayed a reply, a point may count twice: shared-counter.sampled.test.ts tests that case
    if (alone > 0) return expect((await accounts(url))[0]?.[2]).toBeGreaterThanOrEqual(6);
    expect(left.map(Number).map((points, at, all) => (all[at - 1] ?? 100) - points)).toEqual([1, 2, 1, 2]);
    const [[key, ttl, spent] = [], ...others] = await accounts(url);
    expect(others).toEqual([]);
    expect(key).toMatch(/^lumiglyph:limit:2:[\w-]{22}$/);
    expect(ttl).toBeGreaterThan(50);
    expect(ttl).toBeLessThanOrEqual(62);
    expect(spent).toBe(6);
  });
});

test("clients are counted under keyed digests that need the platform credential", async () => {
  const url = `${redis.url}/3`;
  const link = createRedisLink({ connect: redisAt(url), log: { info: () => {}, warn: () => {} } });
  await expect.poll(() => link.status().state).toBe("up");
  const take = async (secret: string | null, client: string) => {
    const hash = createKeyedHash(secret);
    const counter = createSharedCounter({ limit: 10, link, hash, clock: () => performance.now() });
    await counter.enlist();
    const taken = await counter.take(client);
    await counter.leave();
    return taken;
  };
  for (const [secret, client] of [
    [null, "4:7f000001"],
    ["one", "4:7f000001"],
    ["another", "4:7f000001"],
    ["another", "4:7f000002"],
  ] as const) {
    expect(await take(secret, client)).toMatchObject({ isTaken: true, left: 9 });
  }
  expect(await take("another", "4:7f000002")).toMatchObject({ isTaken: true, left: 8 });
  await link.close();
  const keys = (await accounts(url)).map(([key]) => key);
  expect(new Set(keys).size).toBe(4);
  expect(keys.join()).not.toContain("7f0000");
});

describe("an instance and its Redis", () => {
  test("speak TLS if the operator's authority signed the certificate", async () => {
    const certificate = makeCertificate();
    const secure = await startRedis(["--requirepass", "secret"], certificate);
    const url = secure.url.replace("://", "://:secret@");
    const env = { SERVICE_REDIS_URL: url, SERVICE_CACHE: "redis", NODE_EXTRA_CA_CERTS: certificate.cert };
    const { urls, stop } = await startServices(env);
    const isKept = async (at: number) => {
      const { headers } = await askRender(urls[at] ?? "", rawImage(RAMP, { columns: 8 }));
      expect(headers.get("server-timing")).toContain("cache;desc=hit");
    };
    for (const at of [0, 1]) await vi.waitFor(() => isKept(at), { timeout: 20_000, interval: 50 });
    expect((await stop()).codes).toEqual([0, 0]);
    await secure.stop();
    await certificate.remove();
  });

  test("work separately: without Redis the instance starts, counts alone, and logs it without the address", async () => {
    const gone = await startRedis();
    await gone.stop();
    const env = {
      SERVICE_PORT: "0",
      SERVICE_REDIS_URL: gone.url.replace("://", "://:geheim@"),
      SERVICE_RATE_POINTS: "3",
    };
    const { url, stop, errors } = await startProcess(env);
    const statuses: number[] = [];
    for (let at = 0; at < 5; at++) statuses.push((await askRender(url, rawImage(RAMP, { columns: 8 }))).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(await stop()).toBe(0);
    const log = await errors;
    expect(log).toContain(
      "Redis is unreachable (ECONNREFUSED). Until it recovers, each instance grants a client one render",
    );
    expect(log).not.toMatch(new RegExp(`geheim|:${gone.port}`));
  });

  test("do not start with an invalid address, and the error does not repeat it", async () => {
    const env = { SERVICE_REDIS_URL: "http://:geheim@redis.example", SERVICE_RATE_POINTS: "1" };
    const { code, output, errors } = await failProcess(env);
    expect([code, output]).toEqual([1, ""]);
    expect(errors).toMatch(/^SERVICE_REDIS_URL cannot be used: it must be redis:\/\/host:port/);
    expect(errors).not.toMatch(/geheim|redis\.example/);
  });
});
