import { expect, test } from "vitest";
import { createMeter } from "./meter.ts";

const setUp = () => {
  let now = 0;
  const meter = createMeter(() => now);
  const wait = (ms: number): void => {
    now += ms;
  };
  const show = (flicker: number | null, isBare = false): void => meter.shown({ flicker, isBare });
  return { meter, wait, show };
};

test("counts the frames of the last second; a stalled source falls to zero", () => {
  const { meter, wait, show } = setUp();
  for (let frame = 0; frame < 60; frame++) {
    wait(40);
    show(0);
  }
  expect(meter.read()).toMatchObject({ fps: 25, shown: 60 });
  wait(600);
  expect(meter.read()).toMatchObject({ fps: 10, shown: 60 });
  wait(600);
  expect(meter.read()).toMatchObject({ fps: 0, shown: 60, ms: {} });
});

test("times are means over all frames, even for steps that some skipped", () => {
  const { meter, wait, show } = setUp();
  for (const ms of [10, 20]) {
    meter.add("copy", 2);
    meter.watch("match", () => wait(ms));
    meter.watch("match", () => wait(1));
    if (ms === 20) meter.time("paint", () => wait(6));
    show(0);
  }
  expect(meter.read().ms).toEqual({ copy: 2, match: 16, paint: 3 });
});

test("time between frames is not counted", () => {
  const { meter, wait, show } = setUp();
  meter.watch("measure", () => wait(100));
  meter.add("copy", 1);
  show(0);
  meter.watch("measure", () => wait(100));
  expect(meter.read().ms).toEqual({ copy: 1 });
});

test("a frame rendered again is not counted", () => {
  const { meter, show } = setUp();
  meter.add("copy", 3);
  show(0);
  meter.add("copy", 9);
  meter.again();
  expect(meter.read()).toMatchObject({ fps: 1, shown: 1, ms: { copy: 3 } });
});

test("flicker is a mean without frames that have no predecessor", () => {
  const { meter, show } = setUp();
  expect(meter.read()).toMatchObject({ flicker: 0, bareFlicker: null });
  for (const flicker of [null, 0.1, 0.3]) show(flicker);
  expect(meter.read().flicker).toBeCloseTo(0.2);
});

test("flicker without smoothing is kept from the last measurement", () => {
  const { meter, wait, show } = setUp();
  show(0.01);
  wait(10);
  for (const flicker of [null, 0.5, 0.7]) show(flicker, true);
  const bare = meter.read();
  expect([bare.flicker, bare.bareFlicker]).toEqual([0.6, 0.6]);
  wait(10);
  show(0.02);
  wait(995);
  expect(meter.read()).toMatchObject({ flicker: 0.02, bareFlicker: 0.6 });
});
