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

  describe("points in memory", () => {
    test("add up for each client by itself, beyond its quota too", async () => {
      const counter = createMemoryCounter(5);
      expect((await counter.spend("a", 1)).spent).toBe(1);
      expect((await counter.spend("a", 8)).spent).toBe(9);
      expect((await counter.spend("b", 2)).spent).toBe(2);
      expect((await counter.spend("a", 1)).spent).toBe(10);
    });

    test("are forgotten a minute after the first of them", async () => {
      vi.useFakeTimers();
      const counter = createMemoryCounter(5);
      expect(await counter.spend("a", 3)).toEqual({ spent: 3, msLeft: 60_000 });
      vi.advanceTimersByTime(59_000);
      expect(await counter.spend("a", 1)).toEqual({ spent: 4, msLeft: 1000 });
      vi.advanceTimersByTime(1000);
      expect(await counter.spend("a", 1)).toEqual({ spent: 1, msLeft: 60_000 });
    });

    test("of whose window began first give way where there are more clients than accounts", async () => {
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

    test("of a client whose window began anew are no longer the oldest", async () => {
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

    test("take no more memory however many clients come", async () => {
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
  describe("an insured counter", () => {
    test("counts where it can, and in memory while it cannot", async () => {
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
