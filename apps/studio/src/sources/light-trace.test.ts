import { expect, test } from "vitest";
import { createLightTrace, TRACE_BINS } from "./light-trace.ts";

const flat = (gray: number): Uint8Array => new Uint8Array(24).fill(gray);

test("has the brightness of each moment played, and NaN elsewhere", () => {
  const add = createLightTrace(16);
  add({ time: 0, grays: flat(0) });
  const { means, cuts } = add({ time: 8, grays: flat(255) });
  expect([means[0], means[TRACE_BINS / 2], means[TRACE_BINS / 4]]).toEqual([0, 1, Number.NaN]);
  expect(cuts).toEqual([]);
});

test("leaves no gap between two moments played in a row", () => {
  const add = createLightTrace(4);
  add({ time: 0, grays: flat(51) });
  const { means } = add({ time: 0.2, grays: flat(51) });
  expect([...means.slice(0, 9)].map((mean) => mean.toFixed(1))).toEqual(new Array(9).fill("0.2"));
});

test("finds a cut once, however often it plays", () => {
  const add = createLightTrace(10);
  let cuts: readonly number[] = [];
  for (let round = 0; round < 3; round++) {
    for (let time = 0; time < 10; time += 0.2) cuts = add({ time, grays: flat(time < 5 ? 20 : 200) }).cuts;
  }
  expect(cuts).toHaveLength(1);
  expect(cuts[0]).toBeCloseTo(5, 1);
});

test("counts neither a fade nor a seek as a cut", () => {
  const add = createLightTrace(10);
  let cuts: readonly number[] = [];
  for (let time = 0; time < 5; time += 0.2) cuts = add({ time, grays: flat(time * 50) }).cuts;
  cuts = add({ time: 9, grays: flat(0) }).cuts;
  expect(cuts).toEqual([]);
});
