import { expect, test } from "vitest";
import { createFrameSlot, createMissingFrames, mirrorRows, readFrames } from "./frame-intake.ts";
import { createTestFrames, createTestStream } from "./testing.ts";

const setUp = () => {
  const { frames, source, isCanceled } = createTestStream();
  const stop = new AbortController();
  const taken: VideoFrame[] = [];
  const end = readFrames(frames, (frame) => taken.push(frame), stop.signal);
  return { ...createTestFrames(), source, stop, taken, end, isCanceled };
};

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("every frame is taken on arrival, until the stream ends", async () => {
  const { make, source, taken, end } = setUp();
  const frames = [make(), make(), make()];
  for (const frame of frames) source.enqueue(frame);
  source.close();
  expect(await end).toBe("ended");
  expect(taken).toEqual(frames);
});

test("a stream error is reported as failed", async () => {
  const { make, source, taken, end } = setUp();
  source.enqueue(make());
  await turn();
  source.error(new Error("unplugged"));
  expect(await end).toBe("failed");
  expect(taken).toHaveLength(1);
});

test("an aborted stream is canceled, and no end is reported", async () => {
  const { make, source, stop, taken, end, isCanceled } = setUp();
  source.enqueue(make());
  await turn();
  stop.abort();
  expect(await end).toBeNull();
  expect([isCanceled(), taken.length]).toEqual([true, 1]);
});

test("a frame read after the abort is closed", async () => {
  const { make, open, source, stop, taken, end } = setUp();
  source.enqueue(make());
  stop.abort();
  await end;
  expect([open(), taken]).toEqual([0, []]);
});

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

/** Frames found missing before each of these times. */
const missing = (times: readonly number[]): readonly number[] => times.map(createMissingFrames());

test("a steady source misses none, with or without jitter", () => {
  expect(missing([5, 38, 72, 104, 141, 170])).toEqual([0, 0, 0, 0, 0, 0]);
});

test("a gap of two or three frame durations has one or two missing frames", () => {
  expect(missing([0, 33, 67, 133, 167, 267])).toEqual([0, 0, 0, 1, 0, 2]);
});

test("if most gaps are double, the shorter ones still count as normal", () => {
  const times = [0, 33, 67];
  for (let frame = 0; frame < 12; frame++) times.push(times.at(-1)! + (frame % 3 === 0 ? 33 : 67));
  expect(missing(times).reduce((sum, one) => sum + one)).toBe(8);
});

test("a source that has slowed down permanently is detected after a while", () => {
  const times = Array.from({ length: 40 }, (_, frame) => (frame < 20 ? 33 * frame : 660 + 66 * (frame - 20)));
  expect(missing(times).slice(-20).includes(1)).toBe(true);
  expect(missing(times).slice(-5)).toEqual([0, 0, 0, 0, 0]);
});

test("a time before the last one restarts the estimate", () => {
  expect(missing([1000, 1033, 1067, 0, 33, 67])).toEqual([0, 0, 0, 0, 0, 0]);
});

test("left and right of each row are swapped, pixel by pixel", () => {
  const data = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32]);
  mirrorRows({ width: 3, height: 2, data });
  expect([...data]).toEqual([9, 10, 11, 12, 5, 6, 7, 8, 1, 2, 3, 4, 29, 30, 31, 32, 25, 26, 27, 28, 21, 22, 23, 24]);
});
