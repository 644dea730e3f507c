import type { ReceivedFrame } from "@lumiglyph/handoff";
import { expect, test } from "vitest";
import { createHandoffMeter } from "./meter.ts";

const frame = (seq: number, drawnAt: number): ReceivedFrame =>
  ({ seq, drawnAt, columns: 120, rows: 40 }) as ReceivedFrame;

test("without frames there are no times and no size", () => {
  expect(createHandoffMeter().figures(5)).toEqual({ frames: 0, lost: 0, fps: 0, median: null, late: null, size: null });
});

test("counts frames, including lost ones", () => {
  const meter = createHandoffMeter();
  for (const seq of [0, 1, 4, 5]) meter.count(frame(seq, 0), 1);
  expect(meter.figures(1)).toMatchObject({ frames: 4, lost: 2, size: { columns: 120, rows: 40 } });
});

test("the rate covers the last second", () => {
  const meter = createHandoffMeter();
  for (let seq = 0; seq < 60; seq++) meter.count(frame(seq, 0), seq * 50);
  expect(meter.figures(2950).fps).toBe(20);
  expect(meter.figures(9000).fps).toBe(0);
});

test("latency is reported as median and 95th percentile", () => {
  const meter = createHandoffMeter();
  for (let seq = 0; seq < 100; seq++) meter.count(frame(seq, 1000), 1000 + ((seq * 37) % 100));
  expect(meter.figures(1000)).toMatchObject({ median: 50, late: 95 });
});

test("keeps only the last minute's times", () => {
  const meter = createHandoffMeter();
  for (let seq = 0; seq < 3600; seq++) meter.count(frame(seq, 0), 500);
  for (let seq = 3600; seq < 7200; seq++) meter.count(frame(seq, 0), 2);
  expect(meter.figures(2)).toMatchObject({ frames: 7200, median: 2, late: 2 });
});
