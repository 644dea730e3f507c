import { expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { paramsWith } from "../../../../tests/support/params.ts";
import { noise, paintGray } from "../../../../tests/support/rasters.ts";
import { denoise } from "./denoise.ts";

const next = noise(11);
const GRAIN = { width: 16, height: 16, data: Float32Array.from({ length: 256 }, () => 0.5 + 0.04 * (next() - 0.5)) };

/** Largest tone less the smallest after this much denoising. */
const rangeAt = (amount: number): number => {
  const frame = {
    ...startFrame(
      paintGray(1, 1, () => 0),
      { columns: 8, rows: 4 },
    ),
    tone: GRAIN,
  };
  const { data } = denoise.run(frame, paramsWith({ denoise: amount })).tone;
  return Math.max(...data) - Math.min(...data);
};

test("denoise 0 leaves no trace", () => {
  expect(denoise.wanted(paramsWith({ denoise: 0 }))).toBe(false);
  expect(denoise.wanted(paramsWith({ denoise: 0.01 }))).toBe(true);
});

test("more denoise leaves less grain", () => {
  expect(rangeAt(0.5)).toBeLessThan(rangeAt(0.1));
  expect(rangeAt(1)).toBeLessThan(0.5 * rangeAt(0.1));
});
