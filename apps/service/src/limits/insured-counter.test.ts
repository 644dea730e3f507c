import { describe, expect, test, vi } from "vitest";
import { createMemoryCounter, insuredCounter } from "./point-counter.ts";

describe("an insured counter", () => {
  test("counts where it can, and in memory while it cannot", async () => {
    let gone = false;
    const shared = createMemoryCounter(10);
    const first: typeof shared = {
      spend: async (...given) => (gone ? Promise.reject(new Error()) : shared.spend(...given)),
    };
    const onFallback = vi.fn();
    const counter = insuredCounter(first, createMemoryCounter(10), onFallback);
    const spent = async () => (await counter.spend("client", 3)).spent;
    expect([await spent(), await spent()]).toEqual([3, 6]);
    gone = true;
    expect([await spent(), await spent()]).toEqual([3, 6]);
    gone = false;
    expect(await spent()).toBe(9);
    expect(onFallback).toHaveBeenCalledTimes(2);
  });
});
