import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createKeptConnections } from "../reliability/load/kept-connections.ts";
import { bothCount, contents, SMALL_RENDER } from "./support/counted.ts";
import { type RedisServer, startRedis } from "./support/redis-server.ts";
import { startServices } from "./support/two-services.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

// a service counts alone while Redis takes more than 45 ms to reply: exact only if Redis has a core
test("two instances with one Redis allow exactly 100 of 1,000 concurrent requests, to either of them", async () => {
  const url = `${redis.url}/1`;
  const env = { SERVICE_REDIS_URL: url, SERVICE_RATE_POINTS: "100", SERVICE_QUEUE: "2000" };
  const { ports, stop } = await startServices(env);
  const clients = ports.map(createKeptConnections);
  await bothCount(clients, redis, url);
  const outcomes = await Promise.all(Array.from({ length: 1000 }, (_, at) => clients[at % 2]?.ask(SMALL_RENDER)));
  for (const client of clients) client.close();
  const statuses = outcomes.map((outcome) => outcome?.status);
  expect([200, 429].map((status) => statuses.filter((given) => given === status).length)).toEqual([100, 900]);
  expect((await stop()).codes).toEqual([0, 0]);
  const [[key, ttl, spent] = [], ...others] = await contents(url);
  expect(others).toEqual([]);
  expect(key).toMatch(/^lumiglyph:limit:1:[\w-]{22}$/);
  expect(Number(ttl)).toBeGreaterThan(0);
  expect(Number(ttl)).toBeLessThanOrEqual(60);
  expect(spent).toBe("1000");
});
