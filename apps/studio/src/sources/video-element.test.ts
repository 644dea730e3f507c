import { expect, test } from "vitest";
import { createTestFrames } from "../worker/live/testing.ts";
import { forwardFrames, giveFrame } from "./video-element.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A stream filled by the test. */
const setUp = (patience?: number) => {
  let source!: ReadableStreamDefaultController<VideoFrame>;
  let isCanceled = false;
  const stream = new ReadableStream<VideoFrame>({
    start: (controller) => {
      source = controller;
    },
    cancel: () => {
      isCanceled = true;
    },
  });
  const taken: VideoFrame[] = [];
  const stop = forwardFrames(stream, (frame) => taken.push(frame), patience);
  return { ...createTestFrames(), source, taken, stop, isCanceled: () => isCanceled };
};

test("every frame is taken on arrival, until the stream ends", async () => {
  const { make, source, taken } = setUp();
  const frames = [make(), make(), make()];
  for (const frame of frames) source.enqueue(frame);
  source.close();
  await turn();
  expect(taken).toEqual(frames);
});

test("a stream that fails ends without an error", async () => {
  const { make, source, taken } = setUp();
  source.enqueue(make());
  await turn();
  source.error(new Error("unplugged"));
  await turn();
  expect(taken).toHaveLength(1);
});

test("a stopped stream is canceled after one more frame, which is closed", async () => {
  const { make, open, source, taken, stop, isCanceled } = setUp();
  const first = make();
  source.enqueue(first);
  await turn();
  const stopping = stop();
  await turn();
  expect(isCanceled()).toBe(false);
  source.enqueue(make());
  await stopping;
  expect([isCanceled(), taken, open()]).toEqual([true, [first], 1]);
});

test("a frame that was read before the stop, but arrives after it, is closed", async () => {
  const { make, open, source, taken, stop } = setUp();
  source.enqueue(make());
  await stop();
  expect([open(), taken]).toEqual([0, []]);
});

test("a stream without frames is canceled after a while", async () => {
  const { stop, isCanceled } = setUp(10);
  await stop();
  expect(isCanceled()).toBe(true);
});

test("a stream that has ended or failed can be stopped", async () => {
  const [ended, failed] = [setUp(), setUp()];
  ended.source.close();
  failed.source.error(new Error("unplugged"));
  await Promise.all([ended.stop(), failed.stop()]);
  expect([ended.isCanceled(), failed.isCanceled()]).toEqual([false, false]);
});

test("a frame that the worker does not accept is closed", () => {
  const { make, open } = createTestFrames();
  giveFrame(make(), { push: () => true });
  giveFrame(make(), { push: () => false });
  giveFrame(null, { push: () => false });
  expect(open()).toBe(1);
});
