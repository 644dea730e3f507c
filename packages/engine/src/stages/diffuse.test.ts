import { describe, expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { paramsWith } from "../../../../tests/support/params.ts";
import { noise, paintGray } from "../../../../tests/support/rasters.ts";
import type { Contours, Frame } from "../frame.ts";
import { ATLAS, STROKES } from "../glyphs/atlas.ts";
import { EMPTY_CODEBOOK } from "../glyphs/codebook.ts";
import { makePlane } from "../plane.ts";
import { diffuse } from "./match.ts";

const at = (glyph: string): number => ATLAS.indexOf(glyph);
const lightOf = (glyph: string): number => ATLAS.tone[at(glyph)]! / ATLAS.tone[at("@")]!;

type Given = { readonly strokes?: boolean; readonly contours?: Contours | null; readonly opacity?: readonly number[] };

/** A page of these rows of wanted light, drawn with the blank and the densest glyph, the light of which is 1. */
const pageOf = (
  rows: readonly (readonly number[])[],
  { strokes = false, contours = null, opacity }: Given = {},
): Frame => {
  const size = { columns: rows[0]!.length, rows: rows.length };
  const frame = startFrame(
    paintGray(1, 1, () => 0),
    size,
  );
  const plane = makePlane(2 * size.columns, 4 * size.rows);
  opacity?.forEach((share, cell) => {
    for (let i = 0; i < 8; i++) {
      const [x, y] = [2 * (cell % size.columns) + (i % 2), 4 * Math.floor(cell / size.columns) + (i >> 1)];
      plane.data[y * plane.width + x] = share;
    }
  });
  return {
    ...frame,
    wanted: Float32Array.from(rows.flat()),
    opacity: opacity === undefined ? null : plane,
    contours,
    codebook: {
      ...EMPTY_CODEBOOK,
      glyphs: [at(" "), at("@")],
      strokes: strokes ? STROKES : null,
      tones: Float64Array.of(0, 1),
      densest: ATLAS.tone[at("@")]!,
    },
  };
};

const drawn = (rows: readonly (readonly number[])[], given: Given = {}, structure = 0.5): number[] => [
  ...diffuse(pageOf(rows, given), paramsWith({ structure, dither: true })),
];

describe("error diffusion", () => {
  test("gives each cell the nearest glyph, and a row's error to the cell ahead: 7 sixteenths", () => {
    expect(drawn([[0.4, 0.4]])).toEqual([0, 1]);
    // 0.32 + 7/16 × 0.4 = 0.495 is not enough, 0.33 + 7/16 × 0.4 = 0.505 is
    expect(drawn([[0.4, 0.32]])).toEqual([0, 0]);
    expect(drawn([[0.4, 0.33]])).toEqual([0, 1]);
  });

  test("gives 5 sixteenths to the cell below, 3 behind it and 1 ahead of it", () => {
    /** What the only opaque cell of the second row becomes, if the middle one of the first has 0.49 to give. */
    const below = (column: number, wanted: number) => {
      const opacity = [0, 1, 0, 0, 0, 0].with(3 + column, 1);
      return drawn([[0, 0.49, 0], [0, 0, 0].with(column, wanted)], { opacity })[3 + column];
    };
    for (const [column, sixteenths] of [
      [1, 5],
      [0, 3],
      [2, 1],
    ] as const) {
      const needed = 0.5 - (0.49 * sixteenths) / 16;
      expect([below(column, needed - 0.001), below(column, needed + 0.001)]).toEqual([0, 1]);
    }
  });

  test("goes back on every other row", () => {
    expect(
      drawn([
        [0, 0, 0],
        [0.33, 0.4, 0],
      ]),
    ).toEqual([0, 0, 0, 1, 0, 0]);
    expect(
      drawn([
        [0, 0, 0],
        [0.4, 0.33, 0],
      ]),
    ).toEqual([0, 0, 0, 1, 0, 0]);
    expect(
      drawn([
        [0, 0, 0],
        [0, 0, 0],
        [0.4, 0.33, 0],
      ]),
    ).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 0]);
  });

  test("keeps the light of a page: what is drawn is what was wanted, but for what the border swallows", () => {
    const next = noise(4);
    const rows = Array.from({ length: 30 }, () => Array.from({ length: 40 }, () => next()));
    const [light, wanted] = [drawn(rows), rows.flat()].map((all) => all.reduce((sum, value) => sum + value, 0) / 1200);
    expect(Math.abs(light! - wanted!)).toBeLessThan(0.01);
  });

  test("leaves transparent cells blank, gives them nothing and takes nothing from them", () => {
    expect(drawn([[0.4, 0.9, 0.4, 0.33]], { opacity: [1, 0, 1, 1] })).toEqual([0, 0, 0, 1]);
    expect(drawn([[0.4, 0.9, 0.33, 0.3]], { opacity: [1, 0.4, 1, 1] })).toEqual([0, 0, 0, 0]);
    expect(drawn([[0.4, 0.9, 0.33, 0.3]], { opacity: [1, 0.6, 1, 1] })).toEqual([0, 1, 0, 0]);
  });
});

describe("strokes in diffused errors", () => {
  const contours = (direction: readonly number[], strength: readonly number[]): Contours => ({
    even: new Uint8Array(direction.length),
    direction: Uint8Array.from(direction),
    strength: Float32Array.from(strength),
  });

  test("are drawn along clear contours, one for each direction", () => {
    const given = { strokes: true, contours: contours([1, 2, 3, 4], [1, 1, 1, 1]) };
    expect(drawn([[0.3, 0.3, 0.3, 0.3]], given)).toEqual([2, 3, 4, 5]);
  });

  test("are drawn along fainter contours the more structure is asked for", () => {
    const given = { strokes: true, contours: contours([3, 3, 3, 3], [0.2, 0.4, 0.7, 0.9]) };
    const count = (structure: number) =>
      drawn([[0.1, 0.1, 0.1, 0.1]], given, structure).filter((cell) => cell === 4).length;
    expect([0.05, 0.2, 0.5, 0.7, 1].map(count)).toEqual([0, 1, 2, 3, 4]);
  });

  test("pass on what they lack of their cell's light", () => {
    const given = { strokes: true, contours: contours([2, 0], [1, 0]) };
    const needed = 0.5 - (7 / 16) * (0.9 - lightOf("/"));
    expect(drawn([[0.9, needed - 0.01]], given)).toEqual([3, 0]);
    expect(drawn([[0.9, needed + 0.01]], given)).toEqual([3, 1]);
  });

  test("are none where the book has none, however clear the contour", () => {
    expect(drawn([[0.1, 0.1]], { contours: contours([3, 3], [1, 1]) }, 1)).toEqual([0, 0]);
    expect(drawn([[0.1, 0.1]], { strokes: true, contours: null }, 1)).toEqual([0, 0]);
  });
});
