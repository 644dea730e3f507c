import { describe, expect, test } from "vitest";
import { createUploads, uploadBudget } from "./uploads.ts";

const MiB = 1024 ** 2;
const overloaded = expect.objectContaining({ code: "overloaded" });

const room = (bytes: number) => {
  let now = 0;
  return { ...createUploads(bytes, () => now), pass: (ms: number) => (now += ms) };
};

describe("uploads", () => {
  test("are limited in number by their fixed share of memory", () => {
    const { begin } = room(64 * MiB);
    for (let count = 0; count < 1024; count++) begin();
    expect(begin).toThrow(overloaded);
  });

  test("are limited by the bytes actually received", () => {
    const { begin } = room(10 * MiB);
    const [one, other] = [begin(), begin()];
    one.receive(6 * MiB);
    expect(() => other.receive(4 * MiB)).toThrow(overloaded);
  });

  test("release their memory once", () => {
    const { begin } = room(10 * MiB);
    const one = begin();
    one.receive(9 * MiB);
    one.end();
    one.end();
    begin().receive(9 * MiB);
    expect(() => begin().receive(MiB)).toThrow(overloaded);
  });

  test("hold no memory if refused at once", () => {
    const { begin } = room(MiB);
    const one = begin();
    one.receive(MiB - 100_000);
    for (let count = 0; count < 50; count++) expect(begin).toThrow(overloaded);
    one.end();
    begin().receive(MiB - 100_000);
  });

  test("are evicted for new ones if they are slow, the oldest first and no more than needed", () => {
    const { begin, pass } = room(10 * MiB);
    const slow = [begin(), begin(), begin()];
    for (const upload of slow) upload.receive(3 * MiB);
    pass(5000);
    const quick = begin();
    quick.receive(3 * MiB);
    expect(slow.map(({ evicted }) => evicted.aborted)).toEqual([true, false, false]);
    quick.receive(3 * MiB);
    expect(slow.map(({ evicted }) => evicted.aborted)).toEqual([true, true, false]);
    expect(slow[0]?.evicted.reason).toEqual(overloaded);
  });

  test("are not evicted while young, and never by themselves", () => {
    const { begin, pass } = room(10 * MiB);
    const first = begin();
    first.receive(9 * MiB);
    pass(4999);
    expect(() => begin().receive(3 * MiB)).toThrow(overloaded);
    pass(100_000);
    expect(() => first.receive(3 * MiB)).toThrow(overloaded);
    expect(first.evicted.aborted).toBe(false);
  });
});

test("the budget covers all places, and is at least 64 MiB", () => {
  expect(uploadBudget(10, 10_485_760)).toBe(140_465_500);
  expect(uploadBudget(1, 1024)).toBe(67_108_864);
});
