import { DEFAULT_PARAMS, type RenderParams } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import type { Preview } from "../darkroom/darkroom.ts";
import { chosenFor } from "./cell-facts.ts";

/** A proof of 3 × 3 cells with these tones; the cell in the middle is asked for. */
const previewOf = (tones: readonly number[], params: Partial<RenderParams> = {}): Preview =>
  ({
    size: { columns: 3, rows: 3 },
    params: { ...DEFAULT_PARAMS, ...params },
    glyphs: { codebook: " .:-/|\\@", inks: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 1] },
    tones: Float32Array.from(tones),
    levels: { black: 0, white: 1 },
  }) as unknown as Preview;

const MIDDLE = { column: 1, row: 1 };
const FLAT = previewOf(new Array(9).fill(0.5));
const VERTICAL = [0, 0.5, 1, 0, 0.5, 1, 0, 0.5, 1];
const HORIZONTAL = [0, 0, 0, 0.5, 0.5, 0.5, 1, 1, 1];

test("a directional glyph along the picture's contour is chosen for it, and the angle is the contour's own", () => {
  expect(chosenFor(previewOf(VERTICAL), MIDDLE, "|", 0)).toBe("contour at 90°");
  expect(chosenFor(previewOf(HORIZONTAL), MIDDLE, "-", 0)).toBe("contour at 0°");
  expect(chosenFor(previewOf([0, 0, 0, 0, 0.5, 1, 1, 1, 1]), MIDDLE, "/", 0)).toBe("contour at 63°");
  expect(chosenFor(previewOf([0, 1, 1, 0, 0.5, 1, 0, 0, 0]), MIDDLE, "\\", 0)).toBe("contour at 117°");
});

test("a directional glyph across the contour, or where there is none, is chosen for its ink or its shape", () => {
  expect(chosenFor(previewOf(HORIZONTAL), MIDDLE, "|", 0.5)).toBe("tone");
  expect(chosenFor(previewOf(HORIZONTAL), MIDDLE, "|", 0.05)).toBe("structure");
  expect(chosenFor(FLAT, MIDDLE, "|", 0.5)).toBe("tone");
});

test("the glyphs next to the wanted ink on both sides are chosen for tone, those beyond them for structure", () => {
  expect(chosenFor(FLAT, MIDDLE, ":", 0.26)).toBe("tone");
  expect(chosenFor(FLAT, MIDDLE, "-", 0.26)).toBe("tone");
  expect(chosenFor(FLAT, MIDDLE, ".", 0.26)).toBe("structure");
  expect(chosenFor(FLAT, MIDDLE, "@", 0.26)).toBe("structure");
});

test("in line art a glyph follows a contour, a blank has none, and no tone is claimed", () => {
  const lines = previewOf(VERTICAL, { edges: true });
  expect(chosenFor(lines, MIDDLE, "|", 0.5)).toBe("contour at 90°");
  expect(chosenFor(lines, MIDDLE, " ", 0)).toBe("no contour");
  expect(chosenFor(lines, MIDDLE, ":", 0.2)).toBe("structure");
});

test("error diffusion looks at nothing but tone", () => {
  expect(chosenFor(previewOf(VERTICAL, { dither: true }), MIDDLE, "|", 0)).toBe("dithered tone");
});
