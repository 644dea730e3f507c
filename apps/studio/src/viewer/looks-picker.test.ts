import { DEFAULT_PARAMS, type RenderParams } from "@lumiglyph/contract";
import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LOOKS, lookValues } from "../state/looks.ts";
import type { ParamsModel } from "../state/params-model.ts";
import type { Opened } from "../state/source.ts";
import type { Thumbnail } from "../worker/pictures.ts";
import type { Preview } from "../worker/preview.ts";
import type { RenderWorker } from "../worker/render-worker.ts";
import { drawLooks, lookColumns, lookOptions, looksKey } from "./looks-picker.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const paramsOf = (gamma: number): RenderParams => ({ ...DEFAULT_PARAMS, gamma });

const INFO = { width: 300, height: 200, format: "png" } as const;

const setUp = () => {
  const pass = signal<"none" | "quick" | "full">("none");
  const preview = signal<Preview | null>(null);
  const opened = signal<Opened | null>({ url: "blob:one", info: INFO } as Opened);
  const all = signal(paramsOf(1));
  const cell = signal(3);
  const asked: { readonly cell: number; readonly signal: AbortSignal; readonly answer: () => void }[] = [];
  const put: (readonly Thumbnail[])[] = [];
  const looks: RenderWorker["looks"] = (_variants, size, stop) =>
    new Promise((resolve) => asked.push({ cell: size, signal: stop, answer: () => resolve([]) }));
  const worker = { pass, preview, looks } as unknown as RenderWorker;
  const params = { all } as unknown as ParamsModel;
  const stop = drawLooks({ worker, opened, params, looks: signal(LOOKS) }, cell, (drawn) => put.push(drawn));
  const rest = (): Promise<unknown> => vi.advanceTimersByTimeAsync(300);
  const prove = (): void => {
    preview.value = { params: DEFAULT_PARAMS } as Preview;
  };
  return { pass, prove, opened, all, cell, asked, put, stop, rest };
};

test("looks are rendered once the view has been idle for a while, and only once", async () => {
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

test("a pass that changes nothing they share does not render them again", async () => {
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

test("work on the view cancels them, and they are rendered when it is done", async () => {
  const { prove, pass, all, asked, put, rest } = setUp();
  prove();
  await rest();
  asked[0]!.answer();
  await rest();
  all.value = paramsOf(0.5);
  await rest();
  pass.value = "full";
  expect(asked[1]!.signal.aborted).toBe(true);
  asked[1]!.answer();
  await rest();
  expect(put).toHaveLength(1);
  pass.value = "none";
  await rest();
  expect(asked).toHaveLength(3);
});

test("those of a new picture are rendered as soon as it is sketched, and again when it is tuned", async () => {
  const { prove, pass, asked, put, rest } = setUp();
  pass.value = "quick";
  prove();
  await rest();
  expect(asked).toHaveLength(0);
  pass.value = "full";
  await rest();
  asked[0]!.answer();
  await rest();
  expect(put).toHaveLength(1);
  pass.value = "none";
  await rest();
  expect(asked).toHaveLength(2);
});

test("another picture, shared parameter or size renders them again", async () => {
  const { prove, opened, all, cell, asked, rest } = setUp();
  prove();
  await rest();
  asked[0]!.answer();
  await rest();
  opened.value = { url: "blob:two", info: INFO } as Opened;
  await rest();
  all.value = paramsOf(0.5);
  await rest();
  cell.value = 6;
  await rest();
  expect(asked.map((each) => each.cell)).toEqual([3, 3, 3, 6]);
});

test("nothing is rendered while hidden or after stopping", async () => {
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

const TUNED = { ...DEFAULT_PARAMS, columns: 160, gamma: 0.8, charset: "blocks", color: true } as const;

test("every look is rendered with the user's and the Auto Director's values and its own", () => {
  const variants = lookOptions(TUNED, LOOKS, 40);
  expect(variants).toHaveLength(LOOKS.length);
  for (const [index, options] of variants.entries()) {
    expect(options).toEqual({ ...TUNED, ...lookValues(LOOKS[index]!), autoOptimize: 0, columns: 40 });
  }
  expect(variants[0]!.charset).toBe("detailed");
});

test("another look, column count or format does not change the key", () => {
  const other = { ...TUNED, ...lookValues(LOOKS[4]), columns: 80, format: "svg" } as const;
  expect(looksKey(TUNED, LOOKS)).toBe(looksKey(other, LOOKS));
});

test("a parameter that all looks share changes it", () => {
  expect(looksKey({ ...TUNED, gamma: 0.85 }, LOOKS)).not.toBe(looksKey(TUNED, LOOKS));
});

test("looks are equally high, unless their picture is very wide or narrow", () => {
  expect(lookColumns({ width: 300, height: 200 })).toBe(48);
  expect(lookColumns({ width: 200, height: 300 })).toBe(21);
  expect(lookColumns({ width: 4000, height: 100 })).toBe(64);
  expect(lookColumns({ width: 100, height: 4000 })).toBe(16);
});
