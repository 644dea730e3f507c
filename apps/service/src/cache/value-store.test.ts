import { describe, expect, test } from "vitest";
import { createMemoryStore } from "./value-store.ts";

const KILO = Buffer.alloc(1000);

describe("the in-memory store", () => {
  test("keeps a value for one hour", async () => {
    let now = 0;
    const store = createMemoryStore(() => now);
    await store.set("key", KILO);
    now = 3_599_999;
    expect(await store.get("key")).toBe(KILO);
    expect(store.held()).toBeGreaterThan(1000);
    now = 3_600_000;
    expect(await store.get("key")).toBeNull();
    expect(store.held()).toBe(0);
  });

  test("evicts the least recently used values first", async () => {
    const store = createMemoryStore(() => 0, 4000);
    for (const key of ["a", "b", "c"]) await store.set(key, KILO);
    await store.get("a");
    await store.set("d", KILO);
    const there = await Promise.all(["a", "b", "c", "d"].map(async (key) => [key, (await store.get(key)) !== null]));
    expect(there).toEqual([
      ["a", true],
      ["b", false],
      ["c", true],
      ["d", true],
    ]);
    expect(store.held()).toBeLessThanOrEqual(4000);
  });

  test("never exceeds its capacity", async () => {
    const store = createMemoryStore(() => 0, 10_000);
    for (let at = 0; at < 500; at++) {
      await store.set(`key ${at % 60}`, Buffer.alloc((at * 37) % 3000));
      expect(store.held()).toBeLessThanOrEqual(10_000);
    }
    await store.set("huge", Buffer.alloc(20_000));
    expect(await store.get("huge")).toBeNull();
    expect(store.held()).toBeGreaterThan(0);
  });

  test("counts a value once if it is set twice", async () => {
    const store = createMemoryStore(() => 0);
    await store.set("key", KILO);
    const once = store.held();
    await store.set("key", KILO);
    expect(store.held()).toBe(once);
  });
});
