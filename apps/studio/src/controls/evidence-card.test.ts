import { RUBRICS } from "@lumiglyph/engine";
import { expect, test } from "vitest";
import { barOf } from "./evidence-card.tsx";

test("a component is shown from .6 to 1, with its value and its threshold", () => {
  expect(barOf({ name: "tone", value: 0.9, threshold: 0.8, met: true })).toEqual({
    label: "Tone",
    value: expect.closeTo(0.75, 6),
    threshold: expect.closeTo(0.5, 6),
    says: "0.900",
    required: ".80",
  });
});

test("one with a lower threshold is shown from 0 to 1", () => {
  expect(barOf({ name: "edges", value: 0.637, threshold: 0.59, met: true })).toMatchObject({
    value: 0.637,
    threshold: 0.59,
  });
});

test("PSNR is in decibels", () => {
  expect(barOf({ name: "psnr", value: 27.9, threshold: 30, met: false })).toEqual({
    label: "PSNR, dB",
    value: expect.closeTo(0.597, 3),
    threshold: expect.closeTo(0.667, 3),
    says: "27.90",
    required: "30",
  });
});

test("a value off the scale stays on the bar", () => {
  expect(barOf({ name: "structure", value: 0.31, threshold: 0.96, met: false }).value).toBe(0);
});

test("every threshold of every rubric is well inside its bar", () => {
  for (const { demands } of Object.values(RUBRICS)) {
    for (const [name, { threshold }] of Object.entries(demands)) {
      const bar = barOf({ name, value: threshold, threshold, met: true });
      expect(bar.threshold).toBeGreaterThan(0.3);
      expect(bar.threshold).toBeLessThan(0.95);
    }
  }
});
