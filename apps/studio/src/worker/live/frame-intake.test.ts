import { expect, test } from "vitest";
import { createFrameSlot, mirrorRows } from "./frame-intake.ts";
import { createTestFrames } from "./testing.ts";

const setUpSlot = () => {
  const frames = createTestFrames();
  return { ...frames, slot: createFrameSlot((frame) => frame.close()) };
};

test("the newest frame waits; the previous one is closed and counts as dropped", () => {
  const { slot, make, open } = setUpSlot();
  const [first, second] = [make(), make()];
  slot.put(first);
  expect([slot.dropped(), open()]).toEqual([0, 2]);
  slot.put(second);
  expect([slot.dropped(), open()]).toEqual([1, 1]);
  expect(slot.take()).toBe(second);
  expect([slot.take(), slot.isEmpty()]).toEqual([null, true]);
});

test("a taken frame is the taker's to close", () => {
  const { slot, make, open } = setUpSlot();
  slot.put(make());
  slot.take();
  slot.put(make());
  expect([slot.dropped(), open()]).toEqual([0, 2]);
});

test("a frame waiting at the end is closed, but does not count as dropped", () => {
  const { slot, make, open } = setUpSlot();
  slot.put(make());
  slot.clear();
  expect([slot.dropped(), open(), slot.isEmpty()]).toEqual([0, 0, true]);
});

test("left and right of each row are swapped, pixel by pixel", () => {
  const data = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32]);
  mirrorRows({ width: 3, height: 2, data });
  expect([...data]).toEqual([9, 10, 11, 12, 5, 6, 7, 8, 1, 2, 3, 4, 29, 30, 31, 32, 25, 26, 27, 28, 21, 22, 23, 24]);
});
