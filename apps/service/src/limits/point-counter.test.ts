import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addSpend, createMemoryCounter, KEPT_SECONDS, sumOf } from "./point-counter.ts";

/** Heap in use after garbage collection, in bytes. */
const heap = () => {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
};

/** A counter with a clock that stands still until the test sets it. */
const counted = (limit: number, maxAccounts?: number) => {
  const time = { now: 0 };
  const { take, charge } = createMemoryCounter(limit, () => time.now, maxAccounts);
  return { time, take, charge: (client: string, points: number) => charge(client, points, { left: 0, msLeft: 0 }) };
};

test("an account stays small, even if it is never read", () => {
  const spends = new Map<number, number>();
  for (let second = 0; second < 1000; second++) addSpend(spends, second * 1000, 1);
  expect(spends.size).toBeLessThanOrEqual(KEPT_SECONDS + 1);
  expect(sumOf(spends, 999_000)).toBe(KEPT_SECONDS);
});

describe("a counter in memory", () => {
  test("adds up per client, and overdraws only what is charged", async () => {
    const { take, charge } = counted(5);
    expect(await take("a")).toMatchObject({ isTaken: true, left: 4 });
    expect(charge("a", 3)).toMatchObject({ left: 1 });
    expect(charge("a", 3)).toMatchObject({ left: 0 });
    expect(await take("a")).toMatchObject({ isTaken: false, left: 0 });
    expect(await take("b")).toMatchObject({ isTaken: true, left: 4 });
  });

  test("frees points a minute after each was spent, rounded up to the second after the next", async () => {
    const { time, take } = counted(2);
    time.now = 400;
    expect(await take("a")).toMatchObject({ isTaken: true, left: 1, msLeft: 61_600 });
    time.now = 30_000;
    expect(await take("a")).toMatchObject({ isTaken: true, left: 0, msLeft: 32_000 });
    time.now = 61_999;
    expect(await take("a")).toMatchObject({ isTaken: false, msLeft: 1 });
    time.now = 62_000;
    expect(await take("a")).toMatchObject({ isTaken: true, left: 0, msLeft: 30_000 });
  });

  test("reports when an overdrawn client has a point again, not when its first point expires", async () => {
    const { time, take, charge } = counted(3);
    await take("a");
    time.now = 10_000;
    await take("a");
    charge("a", 3);
    time.now = 20_000;
    expect(await take("a")).toMatchObject({ isTaken: false, msLeft: 52_000 });
  });

  test("does not lock out a client that keeps retrying", async () => {
    const { time, take } = counted(1);
    const taken: number[] = [];
    for (; time.now < 200_000; time.now += 100) if ((await take("a")).isTaken) taken.push(time.now);
    expect(taken).toEqual([0, 62_000, 124_000, 186_000]);
  });

  test("equals a count over all points, and never exceeds the limit in any minute", async () => {
    const operation = fc.record({
      after: fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 70_000 })),
      charge: fc.option(fc.integer({ min: 1, max: 7 })),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 9 }),
        fc.array(operation, { maxLength: 80 }),
        async (limit, operations) => {
          const { time, take, charge } = counted(limit);
          const spends: { readonly at: number; readonly until: number; readonly points: number }[] = [];
          const spend = (points: number) =>
            spends.push({ at: time.now, until: Math.floor(time.now / 1000) * 1000 + 62_000, points });
          const spentAt = (at: number) => spends.reduce((sum, one) => sum + (one.until > at ? one.points : 0), 0);
          for (const { after, charge: points } of operations) {
            time.now += after;
            const hasRoom = spentAt(time.now) < limit;
            const taken = points === null ? await take("a") : { isTaken: true, ...charge("a", points) };
            expect(taken.isTaken).toBe(points !== null || hasRoom);
            if (taken.isTaken) spend(points ?? 1);
            const left = Math.max(0, limit - spentAt(time.now));
            expect(taken.left).toBe(left);
            // one millisecond earlier it has no more than now
            expect(Math.max(0, limit - spentAt(time.now + taken.msLeft - 1))).toBe(left);
            expect(Math.max(0, limit - spentAt(time.now + taken.msLeft))).toBeGreaterThan(left);
          }
          // each point counts for more than a window and a second, so no minute has more than the limit
          for (const { at, until } of spends) expect(until - at).toBeGreaterThan(61_000);
        },
      ),
    );
  });

  test("drops the least recently seen client when it is full", async () => {
    const { take } = counted(5, 2);
    await take("a");
    await take("b");
    await take("a");
    await take("c");
    expect((await take("a")).left).toBe(2);
    expect((await take("b")).left).toBe(4);
  });

  test("uses bounded memory for any number of clients", async () => {
    const { take } = counted(120);
    for (let at = 0; at < 20_000; at++) await take(`first ${at}`);
    const before = heap();
    for (let at = 0; at < 200_000; at++) await take(`6:${at.toString(16).padStart(16, "0")}`);
    // without a bound: 100 MB
    expect(heap() - before).toBeLessThan(20_000_000);
    expect((await take("first 19999")).left).toBe(119);
  });
});
