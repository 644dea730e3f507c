import { setTimeout } from "node:timers/promises";
import { createClient } from "@redis/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRedisLeases, type Lease, type Leases } from "../../apps/service/src/cache/leases.ts";
import { redisAt } from "../../apps/service/src/shared/redis-connection.ts";
import { type RedisServer, startRedis } from "./support/redis-server.ts";

let redis: RedisServer;
const ending = new AbortController();
/** The leases of one instance, on a separate connection, which can be cut. */
const instance = async (): Promise<Leases & { readonly die: () => void }> => {
  const { commands, close } = await redisAt(redis.url)(ending.signal);
  ending.signal.addEventListener("abort", close);
  return { ...createRedisLeases({ run: (command) => command(commands) }), die: close };
};

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(async () => {
  ending.abort();
  await redis.stop();
});

const held = (taken: Awaited<ReturnType<Leases["take"]>>): Lease => {
  if (typeof taken === "string") throw new Error(taken);
  return taken;
};

test("one of many instances takes a lease, and after its end another", async () => {
  const instances = [await instance(), await instance(), await instance()];
  const taken = await Promise.all([...instances, ...instances].map(({ take }) => take("one")));
  const [lease, ...others] = taken.filter((each) => typeof each !== "string");
  expect([others.length, taken.filter((each) => each === "held").length]).toEqual([0, 5]);
  await lease?.end("stored");
  await held(await instances[1]!.take("one")).end("stored");
});

test("without an output every instance may render, for a second", async () => {
  const [one, other] = [await instance(), await instance()];
  await held(await one.take("two")).end("failed");
  expect([await other.take("two"), await one.take("two")]).toEqual(["void", "void"]);
  await setTimeout(1100);
  await held(await other.take("two")).end("stored");
});

test("a lease outlasts a long render, but not its holder", async () => {
  const [one, other] = [await instance(), await instance()];
  held(await one.take("three"));
  await setTimeout(3000);
  expect(await other.take("three")).toBe("held");
  one.die();
  const died = performance.now();
  await expect.poll(() => other.take("three"), { timeout: 5000, interval: 50 }).not.toBe("held");
  expect(performance.now() - died).toBeLessThan(3000);
});

test("a holder that was presumed dead does not end another's lease", async () => {
  const [one, other] = [await instance(), await instance()];
  const first = held(await one.take("four"));
  const client = await createClient({ url: redis.url }).connect();
  await client.flushAll();
  client.destroy();
  held(await other.take("four"));
  await first.end("stored");
  expect(await one.take("four")).toBe("held");
});
