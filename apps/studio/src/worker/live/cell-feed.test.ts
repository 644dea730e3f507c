import { DEFAULT_PARAMS } from "@lumiglyph/contract";
import type { LiveFrame } from "@lumiglyph/engine";
import { expect, test } from "vitest";
import type { CellFrame } from "../live-feed.ts";
import { createCellFeed } from "./cell-feed.ts";

const frame = (value: number, inks: Uint8Array | null = null) =>
  ({
    size: { columns: 2, rows: 1 },
    params: DEFAULT_PARAMS,
    characters: " .",
    cells: Uint8Array.of(value, value),
    inks,
  }) as unknown as LiveFrame;

const setUp = () => {
  const sent: CellFrame[] = [];
  const handed: Transferable[][] = [];
  const cellFeed = createCellFeed((given, transfer) => {
    sent.push(given);
    handed.push(transfer);
  });
  return { cellFeed, sent, handed, values: () => sent.map(({ cells }) => cells[0]) };
};

test("nothing is sent until requested; then it starts with the frame on display", () => {
  const { cellFeed, values } = setUp();
  cellFeed.offer(frame(1), 0);
  cellFeed.offer(frame(2), 0);
  expect(values()).toEqual([]);
  cellFeed.turn(true);
  cellFeed.offer(frame(3), 0);
  expect(values()).toEqual([2, 3]);
});

test("at most two are in flight; then the newest is sent", () => {
  const { cellFeed, values } = setUp();
  cellFeed.turn(true);
  for (const value of [1, 2, 3, 4]) cellFeed.offer(frame(value), 0);
  expect(values()).toEqual([1, 2]);
  cellFeed.received();
  expect(values()).toEqual([1, 2, 4]);
  // there is nothing newer
  cellFeed.received();
  expect(values()).toEqual([1, 2, 4]);
});

test("an acknowledgment without a request gives no credit", () => {
  const { cellFeed, values } = setUp();
  cellFeed.turn(true);
  for (let times = 0; times < 5; times++) cellFeed.received();
  for (const value of [1, 2, 3]) cellFeed.offer(frame(value), 0);
  expect(values()).toEqual([1, 2]);
});

test("the frame sent is a copy, including colors", () => {
  const { cellFeed, sent, handed } = setUp();
  const given = { ...frame(1, Uint8Array.of(1, 2, 3, 4, 5, 6)), grounds: Uint8Array.of(7, 8, 9, 1, 2, 3) };
  cellFeed.turn(true);
  cellFeed.offer(given, 1.5);
  expect(sent[0]).toEqual({
    time: 1.5,
    size: { columns: 2, rows: 1 },
    params: DEFAULT_PARAMS,
    codebook: " .",
    cells: Uint8Array.of(1, 1),
    inks: Uint8Array.of(1, 2, 3, 4, 5, 6),
    grounds: Uint8Array.of(7, 8, 9, 1, 2, 3),
  });
  expect(handed[0]).toEqual([sent[0]?.cells.buffer, sent[0]?.inks?.buffer, sent[0]?.grounds?.buffer]);
  expect(sent[0]?.cells.buffer).not.toBe(given.cells.buffer);
});

test("nothing is sent after the last unsubscribe", () => {
  const { cellFeed, values } = setUp();
  cellFeed.turn(true);
  cellFeed.turn(false);
  cellFeed.offer(frame(1), 0);
  cellFeed.received();
  expect(values()).toEqual([]);
});
