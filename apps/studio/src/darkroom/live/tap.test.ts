import { DEFAULT_PARAMS } from "@lumiglyph/contract";
import type { LiveFrame } from "@lumiglyph/engine";
import { expect, test } from "vitest";
import type { CellFrame } from "../live.ts";
import { createTap } from "./tap.ts";

const frame = (value: number, inks: Uint8Array | null = null) =>
  ({
    size: { columns: 2, rows: 1 },
    params: DEFAULT_PARAMS,
    characters: " .",
    cells: Uint8Array.of(value, value),
    inks,
  }) as unknown as LiveFrame;

const setUp = () => {
  const poured: CellFrame[] = [];
  const handed: Transferable[][] = [];
  const tap = createTap((given, transfer) => {
    poured.push(given);
    handed.push(transfer);
  });
  return { tap, poured, handed, values: () => poured.map(({ cells }) => cells[0]) };
};

test("nothing is poured before somebody wants it; then it begins with the frame that is shown", () => {
  const { tap, values } = setUp();
  tap.offer(frame(1), 0);
  tap.offer(frame(2), 0);
  expect(values()).toEqual([]);
  tap.turn(true);
  tap.offer(frame(3), 0);
  expect(values()).toEqual([2, 3]);
});

test("no more than two are under way; then the newest goes", () => {
  const { tap, values } = setUp();
  tap.turn(true);
  for (const value of [1, 2, 3, 4]) tap.offer(frame(value), 0);
  expect(values()).toEqual([1, 2]);
  tap.received();
  expect(values()).toEqual([1, 2, 4]);
  // nothing newer is there
  tap.received();
  expect(values()).toEqual([1, 2, 4]);
});

test("what was never asked for gives no credit", () => {
  const { tap, values } = setUp();
  tap.turn(true);
  for (let times = 0; times < 5; times++) tap.received();
  for (const value of [1, 2, 3]) tap.offer(frame(value), 0);
  expect(values()).toEqual([1, 2]);
});

test("what is handed over is a copy, colors too", () => {
  const { tap, poured, handed } = setUp();
  const given = frame(1, Uint8Array.of(1, 2, 3, 4, 5, 6));
  tap.turn(true);
  tap.offer(given, 1.5);
  expect(poured[0]).toEqual({
    time: 1.5,
    size: { columns: 2, rows: 1 },
    params: DEFAULT_PARAMS,
    codebook: " .",
    cells: Uint8Array.of(1, 1),
    inks: Uint8Array.of(1, 2, 3, 4, 5, 6),
  });
  expect(handed[0]).toEqual([poured[0]?.cells.buffer, poured[0]?.inks?.buffer]);
  expect(poured[0]?.cells.buffer).not.toBe(given.cells.buffer);
});

test("nothing is poured when nobody wants it any more", () => {
  const { tap, values } = setUp();
  tap.turn(true);
  tap.turn(false);
  tap.offer(frame(1), 0);
  tap.received();
  expect(values()).toEqual([]);
});
