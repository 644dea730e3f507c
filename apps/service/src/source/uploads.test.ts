import { describe, expect, test } from "vitest";
import { createUploads, uploadBudget } from "./uploads.ts";

const MiB = 1024 ** 2;
const overloaded = expect.objectContaining({ code: "overloaded" });

const room = (bytes: number) => {
  let now = 0;
  return { ...createUploads(bytes, () => now), pass: (ms: number) => (now += ms) };
};

describe("uploads", () => {
  test("are as many at once as fit with the little that each takes", () => {
    const { begin } = room(64 * MiB);
    for (let count = 0; count < 1024; count++) begin();
    expect(begin).toThrow(overloaded);
  });

  test("are bounded by the bytes that have really come", () => {
    const { begin } = room(10 * MiB);
    const [one, other] = [begin(), begin()];
    one.receive(6 * MiB);
    expect(() => other.receive(4 * MiB)).toThrow(overloaded);
  });

  test("give their room back, once", () => {
    const { begin } = room(10 * MiB);
    const one = begin();
    one.receive(9 * MiB);
    one.end();
    one.end();
    begin().receive(9 * MiB);
    expect(() => begin().receive(MiB)).toThrow(overloaded);
  });

  test("that were refused at once hold nothing", () => {
    const { begin } = room(MiB);
    const one = begin();
    one.receive(MiB - 100_000);
    for (let count = 0; count < 50; count++) expect(begin).toThrow(overloaded);
    one.end();
    begin().receive(MiB - 100_000);
  });

  test("that have taken long make room for new ones, the oldest first and no more of them than needed", () => {
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

  test("that are young make no room, and neither does one for itself", () => {
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

test("there is as much room as all places may need, and 64 MiB where that is little", () => {
  expect(uploadBudget(10, 10_485_760)).toBe(140_465_500);
  expect(uploadBudget(1, 1024)).toBe(67_108_864);
});
