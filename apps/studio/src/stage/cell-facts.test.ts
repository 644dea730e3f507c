import { DEFAULT_PARAMS } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import type { Preview } from "../darkroom/darkroom.ts";
import { cellFacts } from "./cell-facts.ts";

const TONES = new Array<number>(256).fill(0);
TONES[0] = 1;
TONES[255] = 1;

const PREVIEW = {
  size: { columns: 2, rows: 1 },
  params: DEFAULT_PARAMS,
  glyphs: { codebook: " /@", inks: [0, 0.25, 1], tones: TONES },
  lines: [" /"],
  tones: Float32Array.of(0, 0.5),
  levels: { black: 0, white: 1 },
} as unknown as Preview;

test("a cell has its glyph with a name, the picture's luminance and the glyph's ink, both in linear light", () => {
  const fact = cellFacts(PREVIEW)({ column: 1, row: 0 });
  expect(fact).toMatchObject({ glyph: "/", name: "slash", ink: 0.25, chosenFor: "tone" });
  expect(fact?.luminance).toBeCloseTo(0.214, 3);
});

test("a blank cell is called so", () => {
  expect(cellFacts(PREVIEW)({ column: 0, row: 0 })).toEqual({
    glyph: " ",
    name: "blank",
    luminance: 0,
    ink: 0,
    chosenFor: "tone",
  });
});

test("there is nothing to say of a cell that the art does not have", () => {
  expect(cellFacts(PREVIEW)({ column: 2, row: 0 })).toBeNull();
  expect(cellFacts(PREVIEW)({ column: 0, row: 1 })).toBeNull();
});
