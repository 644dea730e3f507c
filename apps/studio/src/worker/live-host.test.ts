import { expect, test } from "vitest";
import type { CellFrame, Feed, FeedStats } from "./live-feed.ts";
import { createLiveHost } from "./live-host.ts";
import type { LiveToPage, ToWorker } from "./messages.ts";

const FEED: Feed = { width: 640, height: 480, isMirrored: false };

const frame = {} as VideoFrame;

const setUp = () => {
  const messages: ToWorker[] = [];
  const side = createLiveHost((message) => messages.push(message));
  const types = () => messages.map((message) => (message.type === "live" ? message.message.type : message.type));
  return { ...side, ...side.members, messages, types };
};

const stats = (dropped: number) => ({ type: "stats", stats: { dropped } as FeedStats }) as const;

const cells = (value: number): LiveToPage => ({ type: "cells", frame: { cells: Uint8Array.of(value) } as CellFrame });

test("at most two pushed frames are in flight; others are refused and count as dropped", () => {
  const { begin, push, receive, stats: statsSignal } = setUp();
  begin(FEED);
  expect([push(frame), push(frame), push(frame)]).toEqual([true, true, false]);
  receive(1, { type: "taken" });
  expect([push(frame), push(frame)]).toEqual([true, false]);
  receive(1, stats(5));
  expect(statsSignal.value?.dropped).toBe(7);
});

test("without a feed no frame is accepted", () => {
  const { begin, end, push, messages } = setUp();
  expect(push(frame)).toBe(false);
  begin(FEED);
  end();
  expect([push(frame), messages.length]).toEqual([false, 1]);
});

test("messages of an ended feed are ignored, and the next starts afresh", () => {
  const { begin, end, receive, push, stats: statsSignal, isOn } = setUp();
  begin(FEED);
  push(frame);
  push(frame);
  receive(1, stats(1));
  expect([statsSignal.value?.dropped, isOn()]).toEqual([1, true]);
  end();
  expect([statsSignal.value, isOn()]).toEqual([null, false]);
  receive(1, stats(2));
  expect(statsSignal.value).toBeNull();
  begin(FEED);
  receive(1, stats(3));
  receive(1, { type: "taken" });
  expect([statsSignal.value, push(frame), push(frame), push(frame)]).toEqual([null, true, true, false]);
});

test("cell frames are requested while there are subscribers, each with a credit", () => {
  const { begin, receive, onCells, types } = setUp();
  begin(FEED);
  const taken: number[] = [];
  const stops = [1, 10].map((factor) => onCells(({ cells: [value] }) => taken.push(factor * value!)));
  expect(types()).toEqual(["startFeed", "cellFeed"]);
  receive(1, cells(3));
  expect([taken, types()]).toEqual([
    [3, 30],
    ["startFeed", "cellFeed", "received"],
  ]);
  stops[0]?.();
  receive(1, cells(4));
  expect(taken).toEqual([3, 30, 40]);
  stops[1]?.();
  stops[1]?.();
  expect(types()).toEqual(["startFeed", "cellFeed", "received", "received", "cellFeed"]);
});

test("a subscriber may transfer its frame, and the others keep theirs", () => {
  const { begin, receive, onCells } = setUp();
  begin(FEED);
  const kept: CellFrame[] = [];
  onCells((given) => structuredClone(null, { transfer: [given.cells.buffer] }));
  onCells((given) => kept.push(given));
  onCells((given) => structuredClone(null, { transfer: [given.cells.buffer] }));
  receive(1, cells(9));
  expect(kept[0]?.cells).toEqual(Uint8Array.of(9));
});

test("a subscription outlives its feed", () => {
  const { begin, onCells, types } = setUp();
  onCells(() => {});
  begin(FEED);
  expect(types()).toEqual(["cellFeed", "startFeed", "cellFeed"]);
});
