import { completeParams, type RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PLAIN, paramsWith, validParams } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { noise, paint, paintGray } from "../../../../tests/support/rasters.ts";
import type { Contours } from "../contours.ts";
import { ATLAS, STROKES } from "../glyphs/atlas.ts";
import { drawnGlyphs, EMPTY_CODEBOOK } from "../glyphs/codebook.ts";
import { textLines } from "../picture.ts";
import { PIPELINE, runStages } from "../pipeline.ts";
import type { PipelineState } from "../pipeline-state.ts";
import { makePlane } from "../plane.ts";
import type { Raster } from "../raster.ts";
import { unwatched } from "../stage.ts";
import { cellTask, diffuse, strokeWorth } from "./match.ts";

const SIZE = { columns: 24, rows: 12 };

const drawn = (raster: Raster, params: RenderParams, size = SIZE): PipelineState =>
  runStages(PIPELINE, initialStateOf(raster, size), params, unwatched);

const plainly = (raster: Raster, given: Partial<RenderParams> = {}, size = SIZE): PipelineState =>
  drawn(raster, paramsWith({ ...PLAIN, contrast: 1, glyphStrategy: "fixed", ...given }), size);

const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
const inkOf = ({ cells, codebook }: PipelineState) =>
  Array.from(cells, (index) => ATLAS.tone[drawnGlyphs(codebook)[index]!]! / codebook.densest);

const sheet = (gray: number) => paintGray(8, 8, () => gray);

const CHARSETS = ["standard", "detailed", "minimal", "blocks", "binary", "dots"] as const;
const GRAYS = Array.from({ length: 13 }, (_, i) => i * 20);

describe("a gray sheet", () => {
  test("is one glyph everywhere, for any parameters (answers 8.5)", () => {
    fc.assert(
      fc.property(fc.nat({ max: 255 }), validParams({ dither: false }), (gray, options) => {
        expect(new Set(drawn(sheet(gray), completeParams(options)).cells).size).toBe(1);
      }),
      { numRuns: 60 },
    );
  });

  test("of black is blank, and of white mostly the densest glyph, dithered or not", () => {
    for (const dither of [false, true]) {
      expect(textLines(plainly(sheet(0), { dither })).join("")).toMatch(/^ +$/);
      expect(mean(inkOf(plainly(sheet(255), { dither })))).toBeGreaterThan(0.85);
    }
  });

  test.each(CHARSETS)("never has less ink of %s if it is brighter", (charset) => {
    const inks = Array.from({ length: 52 }, (_, i) => mean(inkOf(plainly(sheet(i * 5), { charset }))));
    expect(inks).toEqual(inks.toSorted((a, b) => a - b));
  });

  test("has its own light within the widest gap of the ramp", () => {
    for (const charset of CHARSETS) {
      for (const gray of GRAYS) {
        const state = plainly(sheet(gray), { charset });
        const { tones } = state.codebook;
        const widest = Math.max(...tones.subarray(1).map((tone, i) => tone - tones[i]!));
        expect(Math.abs(mean(inkOf(state)) - mean(state.wanted))).toBeLessThanOrEqual(widest);
      }
    }
  });

  test("has the mean light of an in-between gray if dithered", () => {
    for (const charset of CHARSETS) {
      for (const gray of GRAYS) {
        const state = plainly(sheet(gray), { charset, dither: true });
        expect(Math.abs(mean(inkOf(state)) - mean(state.wanted))).toBeLessThan(0.04);
      }
    }
  });

  test("has no strokes at any structure", () => {
    for (const gray of GRAYS) {
      expect(textLines(plainly(sheet(gray), { structure: 1 }))).toEqual(
        textLines(plainly(sheet(gray), { structure: 0.01 })),
      );
    }
  });
});

describe("a slow ramp", () => {
  const ramp = (from: number, to: number) => paintGray(600, 8, (x) => Math.round(from + ((to - from) * x) / 599));
  const wide = { columns: 150, rows: 1 };

  test.each(CHARSETS)("only rises: no cell of %s has less ink than the one before it (answers 8.5)", (charset) => {
    for (const [from, to] of [
      [0, 255],
      [0, 90],
      [120, 200],
    ] as const) {
      const inks = inkOf(plainly(ramp(from, to), { charset }, wide));
      expect(inks).toEqual(inks.toSorted((a, b) => a - b));
      if (to - from === 255) expect(inks[0]).toBeLessThan(inks.at(-1)!);
    }
  });

  test("falls if inverted", () => {
    const inks = inkOf(plainly(ramp(0, 255), { invert: true }, wide));
    expect(inks).toEqual(inks.toSorted((a, b) => b - a));
  });
});

test("cells less than half opaque are blank, the others are not", () => {
  const fading = paint(24, 24, (x) => [255, 255, 255, x < 8 ? 0 : x < 16 ? 120 : 136]);
  for (const glyphStrategy of ["fixed", "adaptive"] as const) {
    for (const dither of [false, true]) {
      for (const invert of [false, true]) {
        const lines = textLines(plainly(fading, { dither, invert, glyphStrategy }));
        for (const line of lines) expect(line.slice(0, 16)).toBe(" ".repeat(16));
        if (!invert) expect(lines.join("")).toMatch(/[^ ]/);
      }
    }
  }
});

/** A thin line of this gray on black; angles are mathematical: up is positive. At offset 0 it crosses a cell's center. */
const lineAt = (degrees: number, gray: number, offset = 0.5): Raster => {
  const [across, up] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return paintGray(48, 48, (x, y) => {
    const distance = Math.abs((x - offset - 22.5) * up + (y - 21.5) * across);
    return Math.round(gray * Math.min(1, Math.max(0, 2 - distance)));
  });
};

const ANGLES = [
  [0, "-", "|"],
  [45, "/", "\\"],
  [60, "/", "\\"],
  [90, "|", "-"],
  [120, "\\", "/"],
  [135, "\\", "/"],
] as const;

describe.each(ANGLES)("lines at %i degrees, faint to bright,", (degrees, along, against) => {
  const grays = Array.from({ length: 10 }, (_, i) => 60 + i * 20);
  const counts = (given: Partial<RenderParams>): readonly [along: number, against: number] => {
    const text = grays.flatMap((gray) => textLines(plainly(lineAt(degrees, gray), given))).join("");
    return [text.split(along).length - 1, text.split(against).length - 1];
  };

  test.each(["detailed", "standard", "minimal", "binary"] as const)(`of %s are drawn with ${along}`, (charset) => {
    for (const dither of [false, true]) {
      const [way, across] = counts({ structure: 1, charset, dither });
      expect(way).toBeGreaterThan(40);
      expect(way).toBeGreaterThan(8 * across);
    }
  });

  test("have more strokes with more structure (answers 8.6)", () => {
    const shares = [0.01, 0.55, 1].map((structure) => counts({ structure, charset: "minimal" })[0]);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares[2]).toBeGreaterThan(shares[0]!);
  });

  test("have no strokes without structure or in a charset without them (answers 8.6)", () => {
    for (const dither of [false, true]) {
      expect(counts({ structure: 0, charset: "minimal", dither })).toEqual([0, 0]);
      for (const charset of ["blocks", "dots"] as const) {
        expect(counts({ structure: 1, charset, dither })).toEqual([0, 0]);
      }
    }
  });
});

test.each([100, 140, 180, 220])("a vertical line of gray %i is drawn with | wherever it crosses a cell", (gray) => {
  for (const offset of [-0.5, 0, 0.5, 1, 1.5]) {
    for (const charset of ["detailed", "binary"] as const) {
      const text = textLines(plainly(lineAt(90, gray, offset), { structure: 1, charset })).join("");
      expect(text.split("|").length - 1).toBeGreaterThanOrEqual(SIZE.rows);
    }
  }
});

test("a stroke is worth 0.295 at full structure, and in color less, because inks make up for errors", () => {
  expect(strokeWorth({ structure: 1, edges: false })).toBe(0.295);
  expect(strokeWorth({ structure: 1, edges: false }, true)).toBe(0.055);
});

test("a stroke's bonus grows with structure from 0, and is highest in line art (answers 8.6, 8.7)", () => {
  const worths = [0, 0.2, 0.55, 0.8, 1].map((structure) => strokeWorth({ structure, edges: false }));
  expect(worths[0]).toBe(0);
  for (let i = 1; i < worths.length; i++) expect(worths[i]).toBeGreaterThan(worths[i - 1]!);
  expect(strokeWorth({ structure: 0.5, edges: true })).toBeGreaterThan(strokeWorth({ structure: 0.5, edges: false }));
  expect(strokeWorth({ structure: 0, edges: true })).toBe(0);
});

const at = (glyph: string): number => ATLAS.indexOf(glyph);
const lightOf = (glyph: string): number => ATLAS.tone[at(glyph)]! / ATLAS.tone[at("@")]!;

type Given = { readonly strokes?: boolean; readonly contours?: Contours | null; readonly opacity?: readonly number[] };

/** A grid with these rows of wanted light and a codebook of the blank and the densest glyph, whose light is 1. */
const gridOf = (
  rows: readonly (readonly number[])[],
  { strokes = false, contours = null, opacity }: Given = {},
): PipelineState => {
  const size = { columns: rows[0]!.length, rows: rows.length };
  const state = initialStateOf(
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
    ...state,
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

const diffused = (rows: readonly (readonly number[])[], given: Given = {}, structure = 0.5): number[] => [
  ...diffuse(gridOf(rows, given), paramsWith({ structure, dither: true })).cells,
];

describe("error diffusion", () => {
  test("gives each cell the nearest glyph, and the next cell 7/16 of the error", () => {
    expect(diffused([[0.4, 0.4]])).toEqual([0, 1]);
    // 0.32 + 7/16 × 0.4 = 0.495 is not enough, 0.33 + 7/16 × 0.4 = 0.505 is
    expect(diffused([[0.4, 0.32]])).toEqual([0, 0]);
    expect(diffused([[0.4, 0.33]])).toEqual([0, 1]);
  });

  test("gives 5/16 to the cell below, 3/16 behind it and 1/16 ahead of it", () => {
    /** The only opaque cell of the second row, if the middle of the first passes on an error of 0.49. */
    const below = (column: number, wanted: number) => {
      const opacity = [0, 1, 0, 0, 0, 0].with(3 + column, 1);
      return diffused([[0, 0.49, 0], [0, 0, 0].with(column, wanted)], { opacity })[3 + column];
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

  test("reverses direction on every other row", () => {
    expect(
      diffused([
        [0, 0, 0],
        [0.33, 0.4, 0],
      ]),
    ).toEqual([0, 0, 0, 1, 0, 0]);
    expect(
      diffused([
        [0, 0, 0],
        [0.4, 0.33, 0],
      ]),
    ).toEqual([0, 0, 0, 1, 0, 0]);
    expect(
      diffused([
        [0, 0, 0],
        [0, 0, 0],
        [0.4, 0.33, 0],
      ]),
    ).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 0]);
  });

  test("preserves the light of a grid, except at the border", () => {
    const next = noise(4);
    const rows = Array.from({ length: 30 }, () => Array.from({ length: 40 }, () => next()));
    const [light, wanted] = [diffused(rows), rows.flat()].map(
      (all) => all.reduce((sum, value) => sum + value, 0) / 1200,
    );
    expect(Math.abs(light! - wanted!)).toBeLessThan(0.01);
  });

  test("leaves transparent cells blank and exchanges no error with them", () => {
    expect(diffused([[0.4, 0.9, 0.4, 0.33]], { opacity: [1, 0, 1, 1] })).toEqual([0, 0, 0, 1]);
    expect(diffused([[0.4, 0.9, 0.33, 0.3]], { opacity: [1, 0.4, 1, 1] })).toEqual([0, 0, 0, 0]);
    expect(diffused([[0.4, 0.9, 0.33, 0.3]], { opacity: [1, 0.6, 1, 1] })).toEqual([0, 1, 0, 0]);
  });
});

describe("a stroke in two colors", () => {
  const contours: Contours = {
    even: new Uint8Array(2),
    direction: Uint8Array.of(2, 3),
    strength: Float32Array.of(0.5, 1),
  };
  const worthIn = (given: Partial<RenderParams>): number[] => {
    const state = gridOf([[0.3, 0.3]], { strokes: true, contours });
    const { look } = cellTask(state, paramsWith({ color: true, format: "html", fill: 0.6, ...given }));
    expect([...look!.liked]).toEqual([3, 4]);
    return [...look!.worth];
  };

  test("along the clearest contour is worth one square at full structure, less by its cube", () => {
    expect(worthIn({ structure: 1 })).toEqual([0.5, 1]);
    expect(worthIn({ structure: 0.5 })).toEqual([0.0625, 0.125]);
  });

  test("is worth 40 times as much in line art", () => {
    expect(worthIn({ structure: 0.5, edges: true })).toEqual([2.5, 5]);
  });
});

describe("strokes in error diffusion", () => {
  const contours = (direction: readonly number[], strength: readonly number[]): Contours => ({
    even: new Uint8Array(direction.length),
    direction: Uint8Array.from(direction),
    strength: Float32Array.from(strength),
  });

  test("follow clear contours, one for each direction", () => {
    const given = { strokes: true, contours: contours([1, 2, 3, 4], [1, 1, 1, 1]) };
    expect(diffused([[0.3, 0.3, 0.3, 0.3]], given)).toEqual([2, 3, 4, 5]);
  });

  test("follow fainter contours with more structure", () => {
    const given = { strokes: true, contours: contours([3, 3, 3, 3], [0.2, 0.4, 0.7, 0.9]) };
    const count = (structure: number) =>
      diffused([[0.1, 0.1, 0.1, 0.1]], given, structure).filter((cell) => cell === 4).length;
    expect([0.05, 0.2, 0.5, 0.7, 1].map(count)).toEqual([0, 1, 2, 3, 4]);
  });

  test("pass their error on", () => {
    const given = { strokes: true, contours: contours([2, 0], [1, 0]) };
    const needed = 0.5 - (7 / 16) * (0.9 - lightOf("/"));
    expect(diffused([[0.9, needed - 0.01]], given)).toEqual([3, 0]);
    expect(diffused([[0.9, needed + 0.01]], given)).toEqual([3, 1]);
  });

  test("are not used if the codebook has none, however clear the contour", () => {
    expect(diffused([[0.1, 0.1]], { contours: contours([3, 3], [1, 1]) }, 1)).toEqual([0, 0]);
    expect(diffused([[0.1, 0.1]], { strokes: true, contours: null }, 1)).toEqual([0, 0]);
  });
});
