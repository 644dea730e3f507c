import { createClient } from "@redis/client";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createMemoryCounter, type PointCounter } from "../../apps/service/src/limits/point-counter.ts";
import { createSharedCounter, type SharedCounter } from "../../apps/service/src/limits/shared-counter.ts";
import type { RedisCommands } from "../../apps/service/src/shared/redis-connection.ts";
import { createKeyedHash } from "../../apps/service/src/shared/shared-settings.ts";
import { type RedisServer, startRedis } from "./support/redis-server.ts";

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

/** What happens to an instance's commands: executed, refused, executed without a reply, executed when Redis thaws. */
type Way = "there" | "away" | "unanswered" | "frozen";

/** Instances on the real Redis, all with a clock that only the test moves. Redis's clock is ahead of it. */
const createWorld = (limit: number, count: number) => {
  let now = 1_000_000;
  const late: (() => Promise<unknown>)[] = [];
  const evaluate: RedisCommands["eval"] = (script, args) => {
    const ms = now + 1_700_000_000_000;
    const time = `{ '${Math.floor(ms / 1000)}', '${(ms % 1000) * 1000}' }`;
    return client.eval(script.replaceAll("redis.call('TIME')", time), args);
  };
  const instances = Array.from({ length: count }, () => {
    let [way, next, commandsToNext]: [Way, Way, number] = ["there", "there", 0];
    const eval_: RedisCommands["eval"] = async (script, args) => {
      if (commandsToNext-- <= 0) way = next;
      if (way === "there") return evaluate(script, args);
      if (way === "frozen") late.push(() => evaluate(script, args));
      if (way === "unanswered") await evaluate(script, args);
      throw new Error("no reply");
    };
    const link = { run: <Reply>(command: (redis: RedisCommands) => Promise<Reply>) => command(COMMANDS(eval_)) };
    const counter = createSharedCounter({ limit, link, hash: createKeyedHash(null), clock: () => now });
    return {
      counter,
      /** Changes the way after some more commands. */
      setWay: (then: Way, commands = 0) => {
        [next, commandsToNext] = [then, commands];
      },
    };
  });
  /** Lets time pass. All instances show signs of life in between. */
  const pass = async (ms: number) => {
    for (const until = now + ms; now < until; ) {
      now = Math.min(until, now + 1000);
      for (const { counter } of instances) await counter.enlist();
    }
  };
  return {
    now: () => now,
    instances,
    counters: instances.map(({ counter }) => counter),
    pass,
    /** Redis loses its data, which takes some milliseconds: epochs are told apart by the time of a loss. */
    empty: async () => {
      now += 10;
      await client.flushAll();
    },
    /** Executes what was sent while Redis was frozen. */
    thaw: async () => {
      for (const command of late.splice(0)) await command();
    },
  };
};

const COMMANDS = (evaluate: RedisCommands["eval"]): RedisCommands => ({ eval: evaluate }) as RedisCommands;

/** How many of these concurrent requests are granted. */
const taken = async (counter: PointCounter, times: number): Promise<number> => {
  const all = await Promise.all(Array.from({ length: times }, () => counter.take("client")));
  return all.filter(({ isTaken }) => isTaken).length;
};

test("Redis counts as this process does: the same points at the same times", async () => {
  const operation = fc.oneof(
    fc.record({ wait: fc.integer({ min: 0, max: 70_000 }) }),
    fc.record({ wait: fc.integer({ min: 0, max: 1500 }) }),
    fc.record({ take: fc.constantFrom("a", "b") }),
    fc.record({ charge: fc.integer({ min: 1, max: 9 }), client: fc.constantFrom("a", "b") }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.array(operation, { minLength: 20, maxLength: 60 }),
      async (limit, steps) => {
        await client.flushAll();
        const { counters, pass, now } = createWorld(limit, 1);
        const [shared] = counters as [SharedCounter];
        const memory = createMemoryCounter(limit, now);
        await shared.enlist();
        for (const step of steps) {
          if ("wait" in step) await pass(step.wait);
          else if ("take" in step) {
            const expected = await memory.take(step.take);
            expect(await shared.take(step.take)).toEqual(expected);
          } else {
            for (const counter of [memory, shared]) counter.charge(step.client, step.charge, { left: 0, msLeft: 0 });
          }
        }
      },
    ),
    { numRuns: 40 },
  );
});

describe("whatever happens to Redis", () => {
  const fault = fc.constantFrom<Way>("there", "away", "unanswered", "frozen");
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ who: fc.nat(3), times: fc.integer({ min: 1, max: 30 }) }) },
    { weight: 2, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 3000 }) }) },
    { weight: 2, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 90_000 }) }) },
    { weight: 2, arbitrary: fc.record({ one: fc.nat(3), way: fault, after: fc.nat(5) }) },
    { weight: 2, arbitrary: fc.record({ way: fault, after: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.constant("emptied" as const) },
    { weight: 1, arbitrary: fc.constant("thawed" as const) },
  );

  test("instances let a client spend its limit and one point each in any minute, and are exact again afterwards", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 25 }),
        fc.array(step, { minLength: 10, maxLength: 40 }),
        async (count, limit, steps) => {
          await client.flushAll();
          const world = createWorld(limit, count);
          const { instances, counters, pass, now, thaw, empty } = world;
          await pass(2000);
          const spent: { readonly at: number; readonly points: number }[] = [];
          const take = async (counter: PointCounter, times: number) =>
            void spent.push({ at: now(), points: await taken(counter, times) });
          for (const each of steps) {
            if (each === "emptied") await empty();
            else if (each === "thawed") await thaw();
            else if ("who" in each) await take(counters[each.who % count] as PointCounter, each.times);
            else if ("wait" in each) await pass(each.wait);
            else if ("one" in each) instances[each.one % count]?.setWay(each.way, each.after);
            else for (const instance of instances) instance.setWay(each.way, each.after);
          }
          for (const { at } of spent) {
            const within = spent.filter((other) => other.at >= at && other.at < at + 60_000);
            expect(within.reduce((sum, { points }) => sum + points, 0)).toBeLessThanOrEqual(limit + count);
          }
          await thaw();
          for (const instance of instances) instance.setWay("there");
          await pass(3000);
          expect(counters.map((counter) => counter.instances())).toEqual(counters.map(() => count));
          await pass(64_000);
          const again = await Promise.all(counters.map((counter) => taken(counter, limit)));
          expect(again.reduce((sum, points) => sum + points, 0)).toBe(limit);
        },
      ),
      { numRuns: inject("allCases") ? 500 : 30 },
    );
  });
});
