import { setTimeout } from "node:timers/promises";
import { createClient } from "@redis/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRedisLeases, type Lease, type Leases } from "../../apps/service/src/cache/leases.ts";
import { redisAt } from "../../apps/service/src/shared/redis-connection.ts";
import { createRedisLink, type RedisLink } from "../../apps/service/src/shared/redis-link.ts";
import { type RedisServer, startRedis } from "./support/redis-server.ts";

let redis: RedisServer;
const links: RedisLink[] = [];
/** The leases of one instance, whose link can be cut. */
const instance = async (): Promise<Leases & { readonly die: () => Promise<void> }> => {
  const link = createRedisLink({ connect: redisAt(redis.url), log: { info: () => {}, warn: () => {} } });
  links.push(link);
  await expect.poll(() => link.status().state).toBe("up");
  return { ...createRedisLeases(link), die: link.close };
};

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(async () => {
  for (const link of links) await link.close();
  await redis.stop();
});

const held = (taken: Awaited<ReturnType<Leases["take"]>>): Lease => {
  if (typeof taken === "string") throw new Error(taken);
  return taken;
};

test("one of many takes a lease, and after its end another", async () => {
  const instances = [await instance(), await instance(), await instance()];
  const taken = await Promise.all([...instances, ...instances].map(({ take }) => take("one")));
  const [lease, ...others] = taken.filter((each) => typeof each !== "string");
  expect([others.length, taken.filter((each) => each === "held").length]).toEqual([0, 5]);
  await lease?.end(true);
  await held(await instances[1]!.take("one")).end(true);
});

test("without an output everybody may draw, for a second", async () => {
  const [one, other] = [await instance(), await instance()];
  await held(await one.take("two")).end(false);
  expect([await other.take("two"), await one.take("two")]).toEqual(["void", "void"]);
  await setTimeout(1100);
  await held(await other.take("two")).end(true);
});

test("a lease outlasts a long render, but not its holder", async () => {
  const [one, other] = [await instance(), await instance()];
  held(await one.take("three"));
  await setTimeout(3000);
  expect(await other.take("three")).toBe("held");
  await one.die();
  const died = performance.now();
  await expect.poll(() => other.take("three"), { timeout: 5000, interval: 50 }).not.toBe("held");
  expect(performance.now() - died).toBeLessThan(3000);
});

test("a holder that was thought dead does not end another's lease", async () => {
  const [one, other] = [await instance(), await instance()];
  const first = held(await one.take("four"));
  const client = await createClient({ url: redis.url }).connect();
  await client.flushAll();
  client.destroy();
  held(await other.take("four"));
  await first.end(true);
  expect(await one.take("four")).toBe("held");
});
