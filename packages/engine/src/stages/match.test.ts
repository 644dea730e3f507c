import type { RenderParams } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { PLAIN, paramsWith } from "../../../../tests/support/params.ts";
import { paint, paintGray } from "../../../../tests/support/rasters.ts";
import type { Frame } from "../frame.ts";
import { linesOf } from "../lines.ts";
import { PIPELINE, runStages } from "../pipeline.ts";
import type { Raster } from "../raster.ts";
import { unwatched } from "../stage.ts";

const SIZE = { columns: 24, rows: 12 };

const drawn = (raster: Raster, params: RenderParams, size = SIZE): Frame =>
  runStages(PIPELINE, startFrame(raster, size), params, unwatched);

const plainly = (raster: Raster, given: Partial<RenderParams> = {}): Frame =>
  drawn(raster, paramsWith({ ...PLAIN, glyphStrategy: "fixed", ...given }));

const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
const inkOf = ({ cells, codebook }: Frame) => Array.from(cells, (index) => codebook.tones[index]!);

const sheet = (gray: number) => paintGray(8, 8, () => gray);

test("black is blank, and white nearly all of the densest glyph, dithered or not", () => {
  for (const dither of [false, true]) {
    expect(linesOf(plainly(sheet(0), { dither })).join("")).toMatch(/^ +$/);
    expect(mean(inkOf(plainly(sheet(255), { dither })))).toBeGreaterThan(0.9);
  }
});

test("a brighter sheet is never drawn with less ink", () => {
  const inks = Array.from({ length: 26 }, (_, i) => mean(inkOf(plainly(sheet(i * 10)))));
  for (let i = 1; i < inks.length; i++) expect(inks[i]).toBeGreaterThanOrEqual(inks[i - 1]!);
});

const CHARSETS = ["standard", "minimal", "blocks", "binary", "dots"] as const;
const GRAYS = Array.from({ length: 13 }, (_, i) => i * 20);

test("a sheet is drawn with its mean light, to within half the widest gap of the ramp", () => {
  for (const charset of CHARSETS) {
    for (const gray of GRAYS) {
      const frame = plainly(sheet(gray), { charset });
      const { tones } = frame.codebook;
      const widest = Math.max(...tones.subarray(1).map((tone, i) => tone - tones[i]!));
      expect(Math.abs(mean(inkOf(frame)) - mean(frame.wanted))).toBeLessThanOrEqual(widest / 2);
    }
  }
});

test("dither draws the mean light of a gray that no glyph has", () => {
  for (const charset of CHARSETS) {
    for (const gray of GRAYS) {
      const frame = plainly(sheet(gray), { charset, dither: true });
      expect(Math.abs(mean(inkOf(frame)) - mean(frame.wanted))).toBeLessThan(0.04);
    }
  }
});

test("cells less than half opaque are blank, the others are not", () => {
  const fading = paint(24, 24, (x) => [255, 255, 255, x < 8 ? 0 : x < 16 ? 120 : 136]);
  for (const dither of [false, true]) {
    for (const invert of [false, true]) {
      const lines = linesOf(plainly(fading, { dither, invert }));
      for (const line of lines) expect(line.slice(0, 16)).toBe(" ".repeat(16));
      if (!invert) expect(lines.join("")).toMatch(/[^ ]/);
    }
  }
});

/** A thin line of this gray through the middle of a cell, on black; the angle is mathematical: up is positive. */
const lineAt = (degrees: number, gray: number): Raster => {
  const [across, up] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return paintGray(48, 48, (x, y) => {
    const distance = Math.abs((x - 22.5) * up + (y - 21.5) * across);
    return Math.round(gray * Math.min(1, Math.max(0, 2 - distance)));
  });
};

test.each([
  [0, "-", "|"],
  [45, "/", "\\"],
  [60, "/", "\\"],
  [90, "|", "-"],
  [120, "\\", "/"],
  [135, "\\", "/"],
])("lines at %i degrees, faint to bright, are drawn with %s rather than %s", (degrees, along, against) => {
  const grays = Array.from({ length: 10 }, (_, i) => 60 + i * 20);
  const text = grays.flatMap((gray) => linesOf(plainly(lineAt(degrees, gray), { structure: 1 }))).join("");
  const count = (glyph: string) => text.split(glyph).length - 1;
  expect(count(along)).toBeGreaterThan(10);
  expect(count(along)).toBeGreaterThan(count(against));
});

test("structure leaves a flat picture alone", () => {
  const flat = paintGray(24, 24, () => 90);
  expect(linesOf(plainly(flat, { structure: 1 }))).toEqual(linesOf(plainly(flat)));
});
