import { expect, test } from "vitest";
import { createFrameSlot } from "./gate.ts";
import { createTestFrames } from "./testing.ts";

const setUp = () => {
  const frames = createTestFrames();
  return { ...frames, slot: createFrameSlot((frame) => frame.close()) };
};

test("the newest frame waits; the one before is closed and counts as dropped", () => {
  const { slot, make, open } = setUp();
  const [first, second] = [make(), make()];
  slot.put(first);
  expect([slot.dropped(), open()]).toEqual([0, 2]);
  slot.put(second);
  expect([slot.dropped(), open()]).toEqual([1, 1]);
  expect(slot.take()).toBe(second);
  expect([slot.take(), slot.isEmpty()]).toEqual([null, true]);
});

test("a frame that was taken is the taker's to close", () => {
  const { slot, make, open } = setUp();
  slot.put(make());
  slot.take();
  slot.put(make());
  expect([slot.dropped(), open()]).toEqual([0, 2]);
});

test("what waits when nobody wants it any more is closed, and was not dropped", () => {
  const { slot, make, open } = setUp();
  slot.put(make());
  slot.clear();
  expect([slot.dropped(), open(), slot.isEmpty()]).toEqual([0, 0, true]);
});
