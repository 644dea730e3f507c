import { Refusal, refusalFor } from "@lumiglyph/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { drawnAs } from "../testing/test-parts.ts";
import { createFairShare, type Standing } from "./fair-share.ts";
import { createMemoryCounter } from "./memory-counter.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const { grid, glyphs, quality } = drawnAs("");

/** A render of this many megapixels into a small output. */
const picture = (megapixels: number) => ({
  source: { width: 1000, height: megapixels * 1000, format: "png" as const },
  evidence: { grid, glyphs, quality },
});

const fairly = (points: number, atOnce: number) => {
  const share = createFairShare({ points, atOnce }, createMemoryCounter(points));
  const told: Standing[] = [];
  const ask = (work: () => Promise<ReturnType<typeof picture>> = async () => picture(1), client = "a") =>
    share(client, work, (standing) => told.push(standing)).then(
      () => "drawn",
      (error) => (error instanceof Refusal ? error.code : error.message),
    );
  const left = () => told.at(-1)?.points?.left;
  return { ask, told, left };
};

const fail = (code: "image_unreadable" | "image_format_unsupported" | "overloaded") => async () => {
  throw refusalFor(code);
};

describe("points", () => {
  test("are spent by what a render turns out to cost, and told with the answer", async () => {
    const { ask, told } = fairly(120, 0);
    expect(await ask(async () => picture(20))).toBe("drawn");
    expect(told).toEqual([
      { points: { quota: 120, windowSeconds: 60, left: 117, resetSeconds: 60 }, atOnce: null, waitSeconds: null },
    ]);
  });

  test("that are spent refuse the next one before it begins, until the minute is over", async () => {
    const { ask, told } = fairly(2, 0);
    expect([await ask(), await ask()]).toEqual(["drawn", "drawn"]);
    vi.advanceTimersByTime(36_500);
    const work = vi.fn(async () => picture(1));
    expect(await ask(work)).toBe("rate_limited");
    expect(work).not.toHaveBeenCalled();
    expect(told.at(-1)).toEqual({
      points: { quota: 2, windowSeconds: 60, left: 0, resetSeconds: 24 },
      atOnce: null,
      waitSeconds: 24,
    });
    vi.advanceTimersByTime(23_500);
    expect(await ask(work)).toBe("drawn");
  });

  test("are each client's own", async () => {
    const { ask } = fairly(1, 0);
    expect([await ask(), await ask(), await ask(undefined, "b")]).toEqual(["drawn", "rate_limited", "drawn"]);
  });

  test("may be overdrawn by the last render, which nobody uploads in vain", async () => {
    const { ask, left } = fairly(3, 0);
    expect(await ask(async () => picture(60))).toBe("drawn");
    expect(left()).toBe(0);
    expect(await ask()).toBe("rate_limited");
  });

  test("let exactly as many through at once as there are", async () => {
    const { ask } = fairly(10, 0);
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => ask()));
    expect(outcomes.filter((outcome) => outcome === "drawn")).toHaveLength(10);
  });

  test.each([
    ["a request that is refused", fail("image_format_unsupported"), "image_format_unsupported", 1],
    ["an overload", fail("overloaded"), "overloaded", 1],
    ["a fault of our own or a caller who leaves", () => Promise.reject(new Error("gone")), "gone", 1],
    ["a picture that could not be decoded", fail("image_unreadable"), "image_unreadable", 8],
  ])("are spent on %s, too", async (_what, work, outcome, cost) => {
    const { ask, left } = fairly(120, 0);
    expect(await ask(work)).toBe(outcome);
    expect(left()).toBe(120 - cost);
  });
});

describe("renders at once", () => {
  test("are refused beyond the limit, and taken again when one is done", async () => {
    const { ask, told } = fairly(0, 2);
    const held = Promise.withResolvers<ReturnType<typeof picture>>();
    const first = ask(() => held.promise);
    const second = ask(() => held.promise);
    expect(await ask()).toBe("rate_limited");
    expect(told).toEqual([{ points: null, atOnce: { limit: 2, left: 0 }, waitSeconds: 1 }]);
    expect(await ask(undefined, "b")).toBe("drawn");
    held.resolve(picture(1));
    expect([await first, await second, await ask()]).toEqual(["drawn", "drawn", "drawn"]);
    expect(told.at(-1)).toEqual({ points: null, atOnce: { limit: 2, left: 2 }, waitSeconds: null });
  });

  test("that fail give their turn back", async () => {
    const { ask } = fairly(0, 1);
    for (let time = 0; time < 3; time++) expect(await ask(fail("overloaded"))).toBe("overloaded");
    expect(await ask()).toBe("drawn");
  });

  test("that are refused cost no point", async () => {
    const { ask, left } = fairly(10, 1);
    const held = Promise.withResolvers<ReturnType<typeof picture>>();
    const first = ask(() => held.promise);
    expect(await ask()).toBe("rate_limited");
    held.resolve(picture(1));
    await first;
    expect(left()).toBe(9);
  });

  test("that have no points give their turn back", async () => {
    const { ask } = fairly(1, 1);
    expect([await ask(), await ask(), await ask()]).toEqual(["drawn", "rate_limited", "rate_limited"]);
    vi.advanceTimersByTime(60_000);
    expect(await ask()).toBe("drawn");
  });
});

test("where both limits are off nothing is refused and nothing is told", async () => {
  const { ask, told } = fairly(0, 0);
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => ask()));
  expect(new Set(outcomes)).toEqual(new Set(["drawn"]));
  expect(new Set(told.map((standing) => JSON.stringify(standing)))).toEqual(
    new Set(['{"points":null,"atOnce":null,"waitSeconds":null}']),
  );
});
