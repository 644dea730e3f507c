import type { Charset, RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PLAIN, paramsWith, validParams } from "../../../../tests/support/params.ts";
import { paint, paintGray, rasters } from "../../../../tests/support/rasters.ts";
import { type Frame, startFrame } from "../frame.ts";
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

test("black is blank and white the densest glyph", () => {
  const half = plainly(
    paintGray(24, 24, (x) => (x < 12 ? 0 : 255)),
    { charset: "standard" },
  );
  for (const line of linesOf(half)) expect(line).toBe(`${" ".repeat(12)}${"@".repeat(12)}`);
});

test("a brighter sheet is never drawn with less ink", () => {
  const inks = Array.from({ length: 52 }, (_, i) => mean(inkOf(plainly(paintGray(8, 8, () => i * 5)))));
  for (let i = 1; i < inks.length; i++) expect(inks[i]).toBeGreaterThanOrEqual(inks[i - 1]!);
});

test("without dither and structure no cell is further off than half the widest gap of the ramp", () => {
  const plain = validParams({ dither: false, structure: 0, glyphStrategy: "fixed" });
  fc.assert(
    fc.property(rasters(), plain, (raster, { params }) => {
      const opaque = { ...raster, data: raster.data.map((byte, at) => (at % 4 === 3 ? 255 : byte)) };
      const frame = drawn(opaque, params);
      const { tones } = frame.codebook;
      const widest = Math.max(...tones.subarray(1).map((tone, i) => tone - tones[i]!));
      inkOf(frame).forEach((ink, cell) => {
        expect(Math.abs(ink - frame.wanted[cell]!)).toBeLessThanOrEqual(widest / 2 + 1e-6);
      });
    }),
    { numRuns: 60 },
  );
});

test("dither draws the mean light of a flat gray that no glyph has", () => {
  const offBy = (charset: Charset, gray: number, dither: boolean): number => {
    const frame = plainly(
      paintGray(8, 8, () => gray),
      { charset, dither },
    );
    return Math.abs(mean(inkOf(frame)) - mean(frame.wanted));
  };
  for (const charset of ["binary", "minimal", "blocks", "dots"] as const) {
    const grays = Array.from({ length: 25 }, (_, i) => i * 10);
    expect(Math.max(...grays.map((gray) => offBy(charset, gray, false)))).toBeGreaterThan(0.05);
    expect(Math.max(...grays.map((gray) => offBy(charset, gray, true)))).toBeLessThan(0.04);
  }
});

test("dither leaves black black and white white", () => {
  const half = paintGray(24, 24, (x) => (x < 12 ? 0 : 255));
  const given = { charset: "standard", dither: true } as const;
  expect(linesOf(plainly(half, given))).toEqual(linesOf(plainly(half, { ...given, dither: false })));
});

test("cells less than half opaque are blank, the others are not", () => {
  const fading = paint(24, 24, (x) => [255, 255, 255, x < 8 ? 0 : x < 16 ? 120 : 136]);
  for (const dither of [false, true]) {
    for (const invert of [false, true]) {
      const lines = linesOf(plainly(fading, { dither, invert }));
      for (const line of lines) expect(line).toMatch(/^ {16}[^ ]{8}$/);
    }
  }
});

/** A thin line of this gray through the middle of black; the angle is mathematical: up is positive. */
const lineAt = (degrees: number, gray: number): Raster => {
  const [across, up] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return paintGray(48, 48, (x, y) => {
    const distance = Math.abs((x - 23.5) * up + (y - 23.5) * across);
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
  const grays = Array.from({ length: 20 }, (_, i) => 60 + i * 10);
  const text = grays.flatMap((gray) => linesOf(plainly(lineAt(degrees, gray), { structure: 1 }))).join("");
  const count = (glyph: string) => text.split(glyph).length - 1;
  expect(count(along)).toBeGreaterThan(20);
  expect(count(along)).toBeGreaterThan(2 * count(against));
});

test("structure leaves a flat picture alone", () => {
  const flat = paintGray(24, 24, () => 90);
  expect(linesOf(plainly(flat, { structure: 1 }))).toEqual(linesOf(plainly(flat)));
});
