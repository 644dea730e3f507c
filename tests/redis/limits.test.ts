import { setImmediate } from "node:timers/promises";
import { createClient } from "@redis/client";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMemoryCounter } from "../../apps/service/src/limits/point-counter.ts";
import { createSharedCounter } from "../../apps/service/src/limits/shared-counter.ts";
import type { RedisCommands } from "../../apps/service/src/shared/redis-connection.ts";
import { createKeyedHash } from "../../apps/service/src/shared/shared-settings.ts";
import { fixture } from "../spec/drawn.ts";
import { askRender, rawImage } from "../support/http-render.ts";
import { allCount, READABLE } from "./support/counted.ts";
import { type RedisServer, startRedis } from "./support/redis-server.ts";
import { startServices } from "./support/two-services.ts";

let redis: RedisServer;
let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  redis = await startRedis();
  client = createClient({ url: redis.url });
  await client.connect();
});
afterAll(async () => {
  client.destroy();
  await redis.stop();
});

/** Instances on the real Redis. Only the test moves their clock, and Redis's, which is ahead of it. */
const createWorld = async (limit: number, count: number, secret: string | null = null) => {
  await client.flushAll();
  const world = { now: 1_000_000, isAway: false };
  const clock = () => world.now;
  const evaluate: RedisCommands["eval"] = async (script, args) => {
    if (world.isAway) throw new Error("away");
    const ms = world.now + 1_700_000_000_000;
    const time = `{ '${Math.floor(ms / 1000)}', '${(ms % 1000) * 1000}' }`;
    return client.eval(script.replaceAll("redis.call('TIME')", time), args);
  };
  const commands = { eval: evaluate } as RedisCommands;
  const link = { run: <Reply>(command: (redis: RedisCommands) => Promise<Reply>) => command(commands) };
  const hash = createKeyedHash(secret);
  const counters = Array.from({ length: count }, () => createSharedCounter({ limit, link, hash, clock }));
  for (const { enlist } of [...counters, ...counters]) await enlist();
  expect(counters.map(({ instances }) => instances())).toEqual(counters.map(() => count));
  return { world, clock, counters };
};

const NOTHING = { left: 0, msLeft: 0 };

const wait = fc.oneof(fc.integer({ min: 1, max: 1500 }), fc.integer({ min: 1, max: 70_000 }));

test("Redis counts as this process does, even if it loses its data", async () => {
  const step = fc.oneof(
    fc.record({ wait }),
    fc.record({ client: fc.constantFrom("a", "b") }),
    fc.record({ client: fc.constantFrom("a", "b"), charge: fc.integer({ min: 1, max: 9 }) }),
    fc.constant("emptied" as const),
  );
  const steps = fc.array(step, { minLength: 20, maxLength: 60 });
  const isSame = async (
    limit: number,
    all: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[],
  ) => {
    const { world, clock, counters } = await createWorld(limit, 1);
    const both = [createMemoryCounter(() => limit, clock), counters[0]!];
    for (const each of all) {
      if (each === "emptied") {
        // the reply to a charge is not awaited
        await client.ping();
        await setImmediate();
        await client.flushAll();
      } else if ("wait" in each) world.now += each.wait;
      else if ("charge" in each) for (const { charge } of both) charge(each.client, each.charge, NOTHING);
      else {
        const [memory, shared] = [await both[0]!.take(each.client), await both[1]!.take(each.client)];
        expect({ ...shared, msLeft: Math.round(shared.msLeft) }).toEqual({
          ...memory,
          msLeft: Math.round(memory.msLeft),
        });
      }
    }
  };
  await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 12 }), steps, isSame), { numRuns: 40 });
});

test("with Redis there a client gets its limit and what comes back, with faults at most twice as much", async () => {
  const step = fc.oneof(fc.record({ wait }), fc.record({ who: fc.nat(2) }), fc.constant("turned" as const));
  const size = fc.integer({ min: 1, max: 25 });
  await fc.assert(
    fc.asyncProperty(size, fc.array(step, { maxLength: 40 }), async (limit, steps) => {
      const { world, counters } = await createWorld(limit, 3);
      const begun = world.now;
      let [taken, faults] = [0, 0];
      for (const each of steps) {
        if (each === "turned") {
          world.isAway = !world.isAway;
          faults++;
        } else if ("wait" in each) world.now += each.wait;
        else {
          const all = await Promise.all(Array.from({ length: 30 }, () => counters[each.who]!.take("a")));
          taken += all.filter(({ isTaken }) => isTaken).length;
          if (faults === 0) expect(taken).toBeGreaterThanOrEqual(limit);
        }
        const most = limit * (1 + (world.now - begun) / 60_000);
        expect(taken).toBeLessThanOrEqual(faults === 0 ? most + 1e-3 : 2 * Math.ceil(most) + counters.length);
      }
    }),
    { numRuns: 40 },
  );
});

test("a client is one key, a digest that needs the platform credential", async () => {
  const keys = new Set<string>();
  for (const secret of ["one", "another"]) {
    const { counters } = await createWorld(10, 2, secret);
    for (const { take } of counters) await take("4:7f000001");
    const [key = "", ...others] = await client.keys("lumiglyph:limit:*");
    expect([key, others]).toEqual([expect.stringMatching(/^lumiglyph:limit:3:[\w-]{22}$/), []]);
    expect(await client.ttl(key)).toBeLessThanOrEqual(60);
    keys.add(key);
  }
  expect(keys.size).toBe(2);
});

test("two services add up the points of small and large renders", { timeout: 120_000 }, async () => {
  const env = { ...READABLE, SERVICE_REDIS_URL: `${redis.url}/2`, SERVICE_RATE_POINTS: "100" };
  const { urls, stop } = await startServices(env);
  await allCount(urls);
  const left = async (url: string, columns: number): Promise<number> => {
    const { headers } = await askRender(url, rawImage(fixture("charts/checker.png"), { columns }));
    return Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
  };
  const [one = "", other = ""] = urls;
  // 400 × 200 cells and the pixels of a square image are slightly more than a point, rounded up
  const all = [await left(one, 8), await left(other, 400), await left(one, 8), await left(other, 400)];
  expect((await stop()).codes).toEqual([0, 0]);
  // a few points return in the meantime: one in 0.6 s
  expect(all[0]).toBe(99);
  expect(all[3]).toBeLessThan(99);
});
