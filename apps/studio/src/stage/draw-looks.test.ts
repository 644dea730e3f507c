import { DEFAULT_PARAMS, type RenderParams } from "@lumiglyph/contract";
import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Preview, RenderWorker, Thumbnail } from "../darkroom/darkroom.ts";
import type { Opened } from "../sources/opened.ts";
import type { ParamsModel } from "../state/params-model.ts";
import { drawLooks } from "./contact-sheet.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const paramsOf = (gamma: number): RenderParams => ({ ...DEFAULT_PARAMS, gamma });

const setUp = () => {
  const pass = signal<"none" | "full">("none");
  const preview = signal<Preview | null>(null);
  const opened = signal<Opened | null>({ url: "blob:one" } as Opened);
  const all = signal(paramsOf(1));
  const cell = signal(3);
  const asked: { readonly cell: number; readonly signal: AbortSignal; readonly answer: () => void }[] = [];
  const put: (readonly Thumbnail[])[] = [];
  const looks: RenderWorker["looks"] = (_variants, _grid, size, stop) =>
    new Promise((resolve) => asked.push({ cell: size, signal: stop, answer: () => resolve([]) }));
  const worker = { pass, preview, looks } as unknown as RenderWorker;
  const stop = drawLooks({ worker, opened, params: { all } as unknown as ParamsModel }, cell, (drawn) =>
    put.push(drawn),
  );
  const rest = (): Promise<unknown> => vi.advanceTimersByTimeAsync(300);
  const prove = (): void => {
    preview.value = { params: DEFAULT_PARAMS } as Preview;
  };
  return { pass, prove, opened, all, cell, asked, put, stop, rest };
};

test("looks are drawn once the stage has been at rest for a while, and once only", async () => {
  const { prove, asked, put, rest } = setUp();
  await rest();
  expect(asked).toHaveLength(0);
  prove();
  await vi.advanceTimersByTimeAsync(299);
  expect(asked).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(1);
  asked[0]!.answer();
  await rest();
  expect(put).toHaveLength(1);
  prove();
  await rest();
  expect(asked).toHaveLength(1);
});

test("a pass that changes nothing they share does not draw them again", async () => {
  const { prove, pass, asked, rest } = setUp();
  prove();
  await rest();
  asked[0]!.answer();
  await rest();
  pass.value = "full";
  pass.value = "none";
  await rest();
  expect(asked).toHaveLength(1);
});

test("work on the stage cancels them, and they are drawn when it is done", async () => {
  const { prove, pass, asked, put, rest } = setUp();
  prove();
  await rest();
  pass.value = "full";
  expect(asked[0]!.signal.aborted).toBe(true);
  asked[0]!.answer();
  await rest();
  expect(put).toHaveLength(0);
  pass.value = "none";
  await rest();
  expect(asked).toHaveLength(2);
});

test("another picture, another parameter that all share, or another size draws them anew", async () => {
  const { prove, opened, all, cell, asked, rest } = setUp();
  prove();
  await rest();
  asked[0]!.answer();
  await rest();
  opened.value = { url: "blob:two" } as Opened;
  await rest();
  all.value = paramsOf(0.5);
  await rest();
  cell.value = 6;
  await rest();
  expect(asked.map((each) => each.cell)).toEqual([3, 3, 3, 6]);
});

test("nothing is drawn where nobody sees it, and nothing after it was stopped", async () => {
  const { prove, cell, asked, stop, rest } = setUp();
  cell.value = 0;
  prove();
  await rest();
  expect(asked).toHaveLength(0);
  stop();
  cell.value = 3;
  await rest();
  expect(asked).toHaveLength(0);
});
