import type { RenderParams } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { paramsWith } from "../../../../tests/support/params.ts";
import { paintGray } from "../../../../tests/support/rasters.ts";
import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import type { Frame } from "../frame.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { rampOf } from "../glyphs/ramps.ts";
import { toEncoded } from "../math/srgb.ts";
import { codebook } from "./codebook.ts";

const SIZE = { columns: 8, rows: 2 };

const choose = (toneAt: (x: number) => number, given: Partial<RenderParams> = {}): Frame => {
  const width = SIZE.columns * CELL_WIDTH;
  const height = SIZE.rows * CELL_HEIGHT;
  const data = Float32Array.from({ length: width * height }, (_, i) => toneAt(i % width));
  const frame = {
    ...startFrame(
      paintGray(1, 1, () => 0),
      SIZE,
    ),
    tone: { width, height, data },
  };
  return codebook.run(frame, paramsWith(given));
};

test("black cells want no light, and the brightest all that the densest glyph has", () => {
  for (const light of choose(() => 0).wanted) expect(light).toBeCloseTo(0, 3);
  for (const light of choose(() => 1).wanted) expect(light).toBeCloseTo(1, 3);
});

test("brighter tones want more light", () => {
  const { wanted } = choose((x) => x / 15);
  for (let column = 1; column < 8; column++) expect(wanted[column]).toBeGreaterThan(wanted[column - 1]!);
});

test("a cell half black and half white wants half the light: ink adds up in light", () => {
  for (const light of choose((x) => x % 2).wanted) expect(light).toBeCloseTo(0.5, 3);
});

test("the tone of a glyph, asked for, is the light of that glyph", () => {
  const ramp = rampOf("standard");
  const densest = ATLAS.tone[ramp.at(-1)!]!;
  const middle = ATLAS.tone[ramp[5]!]!;
  const [light] = choose(() => toEncoded(middle) / toEncoded(densest), { charset: "standard" }).wanted;
  expect(light).toBeCloseTo(middle / densest, 3);
});

test("fixed keeps the ramp, adaptive takes what the picture needs", () => {
  const fixed = choose((x) => x / 15, { glyphStrategy: "fixed" }).codebook;
  const adaptive = choose((x) => x / 15, { glyphStrategy: "adaptive" }).codebook;
  expect(fixed.glyphs).toEqual(rampOf("detailed"));
  expect(adaptive.glyphs.length).toBeLessThan(fixed.glyphs.length);
  expect([fixed.adapted, adaptive.adapted]).toEqual([false, true]);
});

test("tones are relative to the charset's densest glyph, used or not", () => {
  const { glyphs, tones, densest } = choose(() => 0.2).codebook;
  expect(densest).toBe(ATLAS.tone[rampOf("detailed").at(-1)!]);
  expect([...tones]).toEqual(glyphs.map((glyph) => ATLAS.tone[glyph]! / densest));
});
