import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createMemoryCounter, fallbackCounter } from "./point-counter.ts";

describe("memory counter", () => {
  afterEach(() => vi.useRealTimers());

  /** Heap in use after garbage collection, in bytes. */
  const heap = () => {
    setFlagsFromString("--expose-gc");
    runInNewContext("gc")();
    return process.memoryUsage().heapUsed;
  };

  describe("createMemoryCounter", () => {
    test("adds up per client, even beyond its quota", async () => {
      const counter = createMemoryCounter(5);
      expect((await counter.spend("a", 1)).spent).toBe(1);
      expect((await counter.spend("a", 8)).spent).toBe(9);
      expect((await counter.spend("b", 2)).spent).toBe(2);
      expect((await counter.spend("a", 1)).spent).toBe(10);
    });

    test("resets a minute after the first point", async () => {
      vi.useFakeTimers();
      const counter = createMemoryCounter(5);
      expect(await counter.spend("a", 3)).toEqual({ spent: 3, msLeft: 60_000 });
      vi.advanceTimersByTime(59_000);
      expect(await counter.spend("a", 1)).toEqual({ spent: 4, msLeft: 1000 });
      vi.advanceTimersByTime(1000);
      expect(await counter.spend("a", 1)).toEqual({ spent: 1, msLeft: 60_000 });
    });

    test("evicts the clients with the oldest window when it is full", async () => {
      vi.useFakeTimers();
      const counter = createMemoryCounter(5, 2);
      await counter.spend("a", 3);
      vi.advanceTimersByTime(1000);
      await counter.spend("b", 3);
      await counter.spend("a", 1);
      await counter.spend("c", 3);
      expect((await counter.spend("b", 1)).spent).toBe(4);
      expect((await counter.spend("c", 1)).spent).toBe(4);
      expect((await counter.spend("a", 1)).spent).toBe(1);
    });

    test("moves a client with a new window to the end of the eviction order", async () => {
      vi.useFakeTimers();
      const counter = createMemoryCounter(5, 2);
      await counter.spend("a", 3);
      vi.advanceTimersByTime(30_000);
      await counter.spend("b", 3);
      vi.advanceTimersByTime(30_000);
      await counter.spend("a", 3);
      await counter.spend("c", 3);
      expect((await counter.spend("a", 1)).spent).toBe(4);
    });

    test("uses bounded memory for any number of clients", async () => {
      const counter = createMemoryCounter(120);
      for (let at = 0; at < 20_000; at++) await counter.spend(`first ${at}`, 1);
      const before = heap();
      for (let at = 0; at < 200_000; at++) await counter.spend(`6:${at.toString(16).padStart(16, "0")}`, 1);
      // without a bound: 160 MB
      expect(heap() - before).toBeLessThan(20_000_000);
      expect((await counter.spend("first 19999", 1)).spent).toBe(1);
    });
  });
});

describe("fallbackCounter", () => {
  describe("with a fallback", () => {
    test("counts in the shared store, and in memory while the store is down", async () => {
      let gone = false;
      const shared = createMemoryCounter(10);
      const first: typeof shared = {
        spend: async (...given) => (gone ? Promise.reject(new Error()) : shared.spend(...given)),
      };
      const onFallback = vi.fn();
      const counter = fallbackCounter(first, createMemoryCounter(10), onFallback);
      const spent = async () => (await counter.spend("client", 3)).spent;
      expect([await spent(), await spent()]).toEqual([3, 6]);
      gone = true;
      expect([await spent(), await spent()]).toEqual([3, 6]);
      gone = false;
      expect(await spent()).toBe(9);
      expect(onFallback).toHaveBeenCalledTimes(2);
    });
  });
});
