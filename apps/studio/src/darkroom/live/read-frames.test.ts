import { expect, test } from "vitest";
import { readFrames } from "./gate.ts";
import { createTestFrames, createTestStream } from "./testing.ts";

const setUp = () => {
  const { frames, source, isCanceled } = createTestStream();
  const stop = new AbortController();
  const taken: VideoFrame[] = [];
  const end = readFrames(frames, (frame) => taken.push(frame), stop.signal);
  return { ...createTestFrames(), source, stop, taken, end, isCanceled };
};

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("every frame is taken as it comes, until the stream ends", async () => {
  const { make, source, taken, end } = setUp();
  const frames = [make(), make(), make()];
  for (const frame of frames) source.enqueue(frame);
  source.close();
  expect(await end).toBe("ended");
  expect(taken).toEqual(frames);
});

test("a stream that breaks off is said to have failed", async () => {
  const { make, source, taken, end } = setUp();
  source.enqueue(make());
  await turn();
  source.error(new Error("unplugged"));
  expect(await end).toBe("failed");
  expect(taken).toHaveLength(1);
});

test("a stream that is no longer wanted is canceled, and that is no end of its own", async () => {
  const { make, source, stop, taken, end, isCanceled } = setUp();
  source.enqueue(make());
  await turn();
  stop.abort();
  expect(await end).toBeNull();
  expect([isCanceled(), taken.length]).toEqual([true, 1]);
});

test("a frame that is read when the stream is no longer wanted is closed", async () => {
  const { make, open, source, stop, taken, end } = setUp();
  source.enqueue(make());
  stop.abort();
  await end;
  expect([open(), taken]).toEqual([0, []]);
});
