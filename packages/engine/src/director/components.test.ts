import type { RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PLAIN, paramsWith } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { horizontalRamp, paintGray, planeOf, planes } from "../../../../tests/support/rasters.ts";
import { cellMeans } from "../cells.ts";
import { ATLAS, DIRECTIONAL } from "../glyphs/atlas.ts";
import { luminance, toTone } from "../math/srgb.ts";
import { PARTS, runStages } from "../pipeline.ts";
import type { PipelineState } from "../pipeline-state.ts";
import { mapPlane, type Plane } from "../plane.ts";
import type { Raster } from "../raster.ts";
import { unwatched } from "../stage.ts";
import { huesOf } from "../stages/color.ts";
import { view } from "../stages/view.ts";
import {
  COMPONENTS,
  type Comparison,
  type ComponentName,
  cellColors,
  contourAgreement,
  roundTrip,
} from "./components.ts";

const PICTURE = planeOf([
  [0, 0.1, 0.2],
  [0.3, 0.5, 0.7],
  [0.8, 0.9, 1],
]);

const START = initialStateOf(
  paintGray(1, 1, () => 0),
  { columns: 1, rows: 1 },
);

/** Share of the image that counts as perfect in addition. */
const GRACE = 0.01;

/** A comparison in which the grid equals the image, except for the given fields. */
const comparisonWith = (given: Partial<Comparison>): Comparison => ({
  picture: { near: PICTURE, far: PICTURE },
  grid: { near: PICTURE, far: PICTURE },
  fit: { gain: 1, offset: 0 },
  far: PICTURE,
  similarity: { ssim: 1, form: new Float32Array(9).fill(1) },
  state: START,
  params: paramsWith(),
  cells: () => Float32Array.of(0.5),
  colors: () => cellColors(Float64Array.of(0.2, 0.2, 0.2), Float32Array.of(0.5)),
  skin: () => Uint8Array.of(1),
  flicker: () => 0,
  ...given,
});

const off = (by: number): Plane => mapPlane(PICTURE, (value) => value + by);

describe("tone", () => {
  const toneAt = (by: number): number => COMPONENTS.tone.measure(comparisonWith({ far: off(by) }));

  test("falls linearly with the difference of the far views, to 0 at 0.1", () => {
    expect([0, 0.025, 0.05, 0.1, 0.4].map((by) => Number(toneAt(by).toFixed(5)))).toEqual([1, 0.75, 0.5, 0, 0]);
  });

  test("uses the mean square: one sample of nine off by 0.3 costs as much as all off by 0.1", () => {
    const far = { ...PICTURE, data: PICTURE.data.with(4, 0.5 + 0.15) };
    expect(COMPONENTS.tone.measure(comparisonWith({ far }))).toBeCloseTo(0.5, 5);
  });
});

test("structure is the SSIM of the far views, and at least 0", () => {
  const of = (ssim: number): number =>
    COMPONENTS.structure.measure(comparisonWith({ similarity: { ssim, form: new Float32Array(9) } }));
  expect([of(0.93), of(-0.2)]).toEqual([0.93, 0]);
});

describe("color", () => {
  const GLYPHS = ["@", ":"].map(ATLAS.indexOf);
  const MEANS = Float64Array.of(0.5, 0.1, 0.1, 0.05, 0.1, 0.4);
  const LIGHTS = Float32Array.of(0, 3).map((at) => luminance(MEANS[at]!, MEANS[at + 1]!, MEANS[at + 2]!));

  /** The measure of two cells whose light is the picture's, times the gain, in these colors. */
  const measureOf = (colors: Float64Array, gains: readonly [number, number]): number => {
    const hues = huesOf(colors, 1);
    const inks = LIGHTS.map((light, cell) => (gains[cell]! * light) / ATLAS.tone[GLYPHS[cell]!]!);
    const codebook = { ...START.codebook, glyphs: GLYPHS };
    const state = { ...START, cells: Uint8Array.of(0, 1), codebook, hues, inks, means: MEANS };
    return COMPONENTS.color.measure(comparisonWith({ state, colors: () => cellColors(MEANS, LIGHTS) }));
  };

  test("is 1 if each cell has its hue, however bright", () => {
    for (const gain of [1, 0.2, 0.01]) expect(measureOf(MEANS, [gain, 0.5 * gain])).toBeGreaterThan(0.97);
  });

  test("falls if hues are wrong", () => {
    expect(measureOf(Float64Array.of(0.2, 0.2, 0.2, 0.1, 0.1, 0.1), [0.2, 0.2])).toBeLessThan(0.1);
  });

  test("compares the light of each cell in its hue", () => {
    const { lab, lights } = cellColors(Float64Array.of(0.5, 0.5, 0.5, 0, 0, 0), Float32Array.of(0.125, 0));
    expect([...lights]).toEqual([0.125, 0]);
    expect([...lab].map((value) => Math.round(1000 * value) / 1000)).toEqual([0.5, 0, 0, 0, 0, 0]);
  });
});

test("edges are compared in the near view, at the far view's exposure", () => {
  const flatter = { near: mapPlane(PICTURE, (value) => value / 50), far: PICTURE };
  const at = (gain: number): number =>
    COMPONENTS.edges.measure(comparisonWith({ grid: flatter, fit: { gain, offset: 0 } }));
  expect(at(50)).toBeCloseTo(1, 5);
  expect(at(1)).toBeLessThan(at(50));
});

describe("contours", () => {
  type Cell = readonly [glyph: string, along: (typeof DIRECTIONAL)[number] | null, clear: number];

  /** The share for cells with these glyphs, some with a contour of this direction and clarity. */
  const strokedIn = (cells: readonly Cell[], given: Partial<PipelineState["codebook"]> = {}): number => {
    const glyphs = [..." .-#"].map(ATLAS.indexOf);
    const strokes = ["/", "|", "\\"].map(ATLAS.indexOf);
    const drawn = [...glyphs, ...strokes];
    const state: PipelineState = {
      ...START,
      cells: Uint8Array.from(cells, ([glyph]) => drawn.indexOf(ATLAS.indexOf(glyph))),
      codebook: { ...START.codebook, glyphs, strokes, ...given },
      contours: {
        even: new Uint8Array(cells.length),
        direction: Uint8Array.from(cells, ([, along]) => (along === null ? 0 : 1 + DIRECTIONAL.indexOf(along))),
        strength: Float32Array.from(cells, ([, , clear]) => clear),
      },
    };
    return COMPONENTS.contours.measure(comparisonWith({ state }));
  };

  test("are the share with a matching stroke, each contour weighted by its clarity", () => {
    const cells: Cell[] = [
      ["|", "|", 1],
      ["#", "/", 0.5],
      ["\\", "\\", 0.25],
      [".", null, 0],
    ];
    expect(strokedIn(cells)).toBeCloseTo((1.25 + 4 * GRACE) / (1.75 + 4 * GRACE), 6);
  });

  test("count strokes of the codebook and extra ones", () => {
    expect(strokedIn([["-", "-", 1]])).toBeCloseTo(1, 6);
    expect(strokedIn([["/", "/", 1]])).toBeCloseTo(1, 6);
  });

  test("do not count a stroke in another direction", () => {
    expect(strokedIn([["/", "\\", 1]])).toBeCloseTo(GRACE / (1 + GRACE), 6);
  });

  test("are perfect if there are none, and strokes elsewhere cost nothing", () => {
    expect(strokedIn([["#", null, 0]])).toBe(1);
    expect(strokedIn([["|", null, 0]])).toBe(1);
  });

  test("are perfect if none were detected or no strokes are available", () => {
    expect(COMPONENTS.contours.measure(comparisonWith({ state: { ...START, contours: null } }))).toBe(1);
    expect(strokedIn([["#", "|", 1]], { strokes: null })).toBe(1);
  });
});

describe("shadows", () => {
  const formed = (form: readonly number[]): number =>
    COMPONENTS.shadows.measure(comparisonWith({ similarity: { ssim: 1, form: Float32Array.from(form) } }));

  test("are the mean form where the image is darker than 0.25", () => {
    // three samples of nine are dark
    const grace = 9 * GRACE;
    expect(formed([0.5, 0.5, 0.5, 0, 0, 0, 0, 0, 0])).toBeCloseTo((1.5 + grace) / (3 + grace), 6);
    expect(formed([1, 1, 1, 0, 0, 0, 0, 0, 0])).toBeCloseTo(1, 6);
    expect(formed([0, 0, 0, 1, 1, 1, 1, 1, 1])).toBeCloseTo(grace / (3 + grace), 6);
  });

  test("are taken from the far view, where glyphs have no texture", () => {
    const far = planeOf([[0.24, 0.26, 0.9]]);
    const measure = (form: readonly number[]): number =>
      COMPONENTS.shadows.measure(
        comparisonWith({
          picture: { near: mapPlane(PICTURE, () => 0), far },
          similarity: { ssim: 1, form: Float32Array.from(form) },
        }),
      );
    expect(measure([1, 0, 0])).toBeCloseTo(1, 6);
    expect(measure([0, 1, 1])).toBeCloseTo((3 * GRACE) / (1 + 3 * GRACE), 6);
  });

  test("are perfect in an image without any", () => {
    const picture = { near: off(0.5), far: off(0.5) };
    const similarity = { ssim: 0, form: new Float32Array(9) };
    expect(COMPONENTS.shadows.measure(comparisonWith({ picture, similarity }))).toBe(1);
  });

  test("are 0 if all of them are wrong", () => {
    expect(formed([-1, -1, -1, 1, 1, 1, 1, 1, 1])).toBe(0);
  });
});

describe("faces", () => {
  /** A grid of 3 × 2 cells, whose far view has 3 × 4 samples. */
  const state: PipelineState = { ...START, size: { columns: 3, rows: 2 } };
  const seenAs = (form: readonly number[], mask: readonly number[]): number =>
    COMPONENTS.faces.measure(
      comparisonWith({
        state,
        similarity: { ssim: 1, form: Float32Array.from(form) },
        skin: () => Uint8Array.from(mask),
      }),
    );
  const grace = 12 * GRACE;

  test("are the mean form of both samples of each skin cell only", () => {
    // biome-ignore format: rows of samples
    const form = [
      1, 1, 0.2,
      1, 1, 0.4,
      1, 0.6, 1,
      1, 0.8, 1,
    ];
    expect(seenAs(form, [0, 0, 1, 0, 1, 0])).toBeCloseTo((2 + grace) / (4 + grace), 6);
    expect(seenAs(form, [1, 1, 0, 1, 0, 1])).toBeCloseTo(1, 6);
    expect(seenAs(form, [0, 0, 1, 0, 0, 0])).toBeCloseTo((0.6 + grace) / (2 + grace), 6);
  });

  test("cover everything if every cell counts", () => {
    expect(seenAs(new Array(12).fill(0.5), new Array(6).fill(1))).toBeCloseTo((6 + grace) / (12 + grace), 6);
  });

  test("are 0 if all of them are wrong", () => {
    expect(seenAs(new Array(12).fill(-1), new Array(6).fill(1))).toBe(0);
  });
});

test("stability falls linearly with the change from noise in the exposed near view, to 0 at 0.05", () => {
  const at = (by: number, gain: number): number =>
    COMPONENTS.stability.measure(comparisonWith({ flicker: () => by, fit: { gain, offset: 0 } }));
  expect([at(0, 1), at(0.01, 1), at(0.05, 1), at(0.01, 3)].map((value) => Number(value.toFixed(4)))).toEqual([
    1, 0.8, 0, 0.4,
  ]);
});

test("leaving color aside, only stability renders again, only psnr averages cells, and only faces detects skin", () => {
  const forbidden = (): never => {
    throw new Error("not needed");
  };
  const costly: Partial<Record<ComponentName, keyof Comparison>> = {
    stability: "flicker",
    psnr: "cells",
    faces: "skin",
  };
  const { color, ...others } = COMPONENTS;
  for (const [name, { measure }] of Object.entries(others)) {
    const needed = costly[name as ComponentName];
    const spared = (["flicker", "cells", "skin"] as const).filter((part) => part !== needed);
    const comparison = comparisonWith(Object.fromEntries(spared.map((part) => [part, forbidden])));
    if (name !== "psnr") expect(measure(comparison)).toBeCloseTo(1, 5);
    if (needed !== undefined) expect(() => measure({ ...comparison, [needed]: forbidden })).toThrow("not needed");
  }
});

const ACROSS = planeOf([
  [0, 0.5, 1],
  [0, 0.5, 1],
  [0, 0.5, 1],
]);
const DOWN = planeOf([
  [0, 0, 0],
  [0.5, 0.5, 0.5],
  [1, 1, 1],
]);
const DIAGONAL = planeOf([
  [0, 0.25, 0.5],
  [0.25, 0.5, 0.75],
  [0.5, 0.75, 1],
]);
const FLAT = mapPlane(ACROSS, () => 0.4);
const NEGATIVE = mapPlane(ACROSS, (value) => 1 - value);

/** Nine slopes of .008, squared: the threshold below which a slope counts as none. */
const FAINT = 9 * 0.008 ** 2;

test("parallel contours agree, whatever their strength", () => {
  expect(contourAgreement(ACROSS, ACROSS, 1)).toBeCloseTo(1, 6);
  const weak = mapPlane(ACROSS, (value) => value / 2);
  expect(contourAgreement(ACROSS, weak, 1)).toBeCloseTo((0.5 + FAINT) / Math.sqrt((1 + FAINT) * (0.25 + FAINT)), 6);
  expect(contourAgreement(ACROSS, weak, 1)).toBeGreaterThan(0.999);
});

test("horizontal and vertical contours do not agree, and a diagonal agrees with both by the cosine of 45°", () => {
  expect(contourAgreement(ACROSS, DOWN, 1)).toBeCloseTo(FAINT / (1 + FAINT), 6);
  expect(contourAgreement(ACROSS, DIAGONAL, 1)).toBeCloseTo(Math.SQRT1_2, 3);
  expect(contourAgreement(DOWN, DIAGONAL, 1)).toBeCloseTo(Math.SQRT1_2, 3);
});

test("a negative scores 0", () => {
  expect(contourAgreement(ACROSS, NEGATIVE, 1)).toBe(0);
});

test("two flat planes agree, a flat plane and a contour hardly do", () => {
  expect(contourAgreement(FLAT, FLAT, 1)).toBe(1);
  expect(contourAgreement(ACROSS, FLAT, 1)).toBeLessThan(0.03);
});

test("noise of one level of 255 on a flat background does not reduce the agreement", () => {
  const speck = planeOf([
    [0.4, 0.404, 0.4],
    [0.4, 0.4, 0.4],
    [0.4, 0.4, 0.4],
  ]);
  expect(contourAgreement(FLAT, speck, 1)).toBeGreaterThan(0.98);
});

test("a gain counts as if it were applied to the plane", () => {
  const twice = mapPlane(DIAGONAL, (value) => value * 2);
  expect(contourAgreement(ACROSS, DIAGONAL, 2)).toBeCloseTo(contourAgreement(ACROSS, twice, 1), 6);
  expect(contourAgreement(ACROSS, DIAGONAL, 0)).toBeCloseTo(contourAgreement(ACROSS, FLAT, 1), 6);
});

test("planes of any size agree with themselves, even a single row without inner samples", () => {
  fc.assert(
    fc.property(planes(), (plane) => {
      expect(contourAgreement(plane, plane, 1)).toBeCloseTo(1, 6);
    }),
  );
  expect(contourAgreement(planeOf([[0, 1, 0]]), planeOf([[1, 0, 1]]), 1)).toBe(1);
});

const SIZE = { columns: 48, rows: 24 };

type Drawn = { readonly rendered: PipelineState; readonly source: Float32Array; readonly params: RenderParams };

const drawn = (raster: Raster, given: Partial<RenderParams> = {}): Drawn => {
  const params = paramsWith({ ...PLAIN, glyphStrategy: "fixed", ...given });
  const scaled = runStages(PARTS.light, initialStateOf(raster, SIZE), params, unwatched);
  const rendered = runStages(PARTS.glyphs, view.run(scaled, params), params, unwatched);
  return { rendered, source: cellMeans(scaled.light, SIZE).map(toTone), params };
};

const decibels = ({ rendered, source, params }: Drawn): number => roundTrip(rendered, params, source);

const RAMP = horizontalRamp(192, 96);
const FAINT_RAMP = paintGray(192, 96, (x) => 100 + Math.round((20 * x) / 191));

test("a ramp is recovered within a thirtieth of its range", () => {
  expect(decibels(drawn(RAMP))).toBeGreaterThan(30);
});

test("a negative is recovered the right way round", () => {
  expect(decibels(drawn(RAMP, { invert: true }))).toBeGreaterThan(28);
  const { rendered, source } = drawn(RAMP, { invert: true });
  expect(roundTrip(rendered, paramsWith(), source)).toBeLessThan(12);
});

test("dithered art is decoded as dithered", () => {
  const dithered = drawn(RAMP, { dither: true });
  expect(decibels(dithered)).toBeGreaterThan(30);
  expect(roundTrip(dithered.rendered, { ...dithered.params, dither: false }, dithered.source)).toBeLessThan(
    decibels(dithered),
  );
});

test("exposure is ignored: stretched levels cost nothing", () => {
  expect(decibels(drawn(FAINT_RAMP, { autoLevels: 0.9 }))).toBeGreaterThan(28);
});

test.each([
  ["a ramp", RAMP],
  ["a faint ramp", FAINT_RAMP],
] as const)("art that shows nothing of %s scores only the image's own spread", (_, raster) => {
  const { rendered, source, params } = drawn(raster);
  const blank = { ...rendered, cells: new Uint8Array(rendered.cells.length) };
  // an even ramp's standard deviation is its range ÷ √12: 10.8 dB
  expect(roundTrip(blank, params, source)).toBeCloseTo(10.8, 0);
});

test("a sheet of one gray scores 60 dB, not infinity", () => {
  expect(decibels(drawn(paintGray(192, 96, () => 0)))).toBe(60);
});
