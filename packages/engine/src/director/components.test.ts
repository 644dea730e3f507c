import type { RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PLAIN, paramsWith } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { horizontalRamp, paintGray, planeOf, planes } from "../../../../tests/support/rasters.ts";
import { cellMeans } from "../cells.ts";
import { ATLAS, DIRECTIONAL } from "../glyphs/atlas.ts";
import { toTone } from "../math/srgb.ts";
import { PARTS, runStages } from "../pipeline.ts";
import type { PipelineState, Raster } from "../pipeline-state.ts";
import { mapPlane, type Plane } from "../plane.ts";
import { unwatched } from "../stage.ts";
import { view } from "../stages/view.ts";
import { COMPONENTS, type Comparison, type ComponentName, contourAgreement, roundTrip } from "./components.ts";

const PICTURE = planeOf([
  [0, 0.1, 0.2],
  [0.3, 0.5, 0.7],
  [0.8, 0.9, 1],
]);

const START = initialStateOf(
  paintGray(1, 1, () => 0),
  { columns: 1, rows: 1 },
);

/** What of a picture, as a share of it, counts as perfect besides what is asked for. */
const GRACE = 0.01;

/** A sight of a page that is the picture, but for what is said of it. */
const sightWith = (given: Partial<Comparison>): Comparison => ({
  picture: { near: PICTURE, far: PICTURE },
  grid: { near: PICTURE, far: PICTURE },
  fit: { gain: 1, offset: 0 },
  far: PICTURE,
  similarity: { ssim: 1, form: new Float32Array(9).fill(1) },
  state: START,
  params: paramsWith(),
  cells: () => Float32Array.of(0.5),
  skin: () => Uint8Array.of(1),
  noisyNear: () => PICTURE,
  ...given,
});

const off = (by: number): Plane => mapPlane(PICTURE, (value) => value + by);

describe("tone", () => {
  const toneAt = (by: number): number => COMPONENTS.tone.measure(sightWith({ far: off(by) }));

  test("falls evenly with the difference of the far views, to 0 at 0.1", () => {
    expect([0, 0.025, 0.05, 0.1, 0.4].map((by) => Number(toneAt(by).toFixed(5)))).toEqual([1, 0.75, 0.5, 0, 0]);
    expect(COMPONENTS.tone.summary).toContain("0.1 of the far views");
  });

  test("is of the mean square: one sample of nine that is 0.3 off costs as much as all 0.1 off", () => {
    const far = { ...PICTURE, data: PICTURE.data.with(4, 0.5 + 0.15) };
    expect(COMPONENTS.tone.measure(sightWith({ far }))).toBeCloseTo(0.5, 5);
  });
});

test("structure is the SSIM of the far views, and no less than 0", () => {
  const of = (ssim: number): number =>
    COMPONENTS.structure.measure(sightWith({ similarity: { ssim, form: new Float32Array(9) } }));
  expect([of(0.93), of(-0.2)]).toEqual([0.93, 0]);
});

test("edges are compared near, at the exposure that the far view asks for", () => {
  const flatter = { near: mapPlane(PICTURE, (value) => value / 50), far: PICTURE };
  const at = (gain: number): number => COMPONENTS.edges.measure(sightWith({ grid: flatter, fit: { gain, offset: 0 } }));
  expect(at(50)).toBeCloseTo(1, 5);
  expect(at(1)).toBeLessThan(at(50));
});

describe("contours", () => {
  type Cell = readonly [glyph: string, along: (typeof DIRECTIONAL)[number] | null, clear: number];

  /** The share for cells with a glyph in each, and a contour along a stroke, so clear, through some. */
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
    return COMPONENTS.contours.measure(sightWith({ state }));
  };

  test("are the share that has its stroke, each contour counting by how clear it is", () => {
    const cells: Cell[] = [
      ["|", "|", 1],
      ["#", "/", 0.5],
      ["\\", "\\", 0.25],
      [".", null, 0],
    ];
    expect(strokedIn(cells)).toBeCloseTo((1.25 + 4 * GRACE) / (1.75 + 4 * GRACE), 6);
  });

  test("are followed by a stroke of the codebook as well as by one on top of it", () => {
    expect(strokedIn([["-", "-", 1]])).toBeCloseTo(1, 6);
    expect(strokedIn([["/", "/", 1]])).toBeCloseTo(1, 6);
  });

  test("are not followed by a stroke that runs another way", () => {
    expect(strokedIn([["/", "\\", 1]])).toBeCloseTo(GRACE / (1 + GRACE), 6);
  });

  test("that are none lack nothing: nor do strokes elsewhere cost anything", () => {
    expect(strokedIn([["#", null, 0]])).toBe(1);
    expect(strokedIn([["|", null, 0]])).toBe(1);
  });

  test("are not asked for where nobody looked for them, or nothing is to be drawn along them", () => {
    expect(COMPONENTS.contours.measure(sightWith({ state: { ...START, contours: null } }))).toBe(1);
    expect(strokedIn([["#", "|", 1]], { strokes: null })).toBe(1);
  });
});

describe("shadows", () => {
  const formed = (form: readonly number[]): number =>
    COMPONENTS.shadows.measure(sightWith({ similarity: { ssim: 1, form: Float32Array.from(form) } }));

  test("are the mean form where the picture is darker than 0.25, and nowhere else", () => {
    // three samples of nine are dark
    const grace = 9 * GRACE;
    expect(formed([0.5, 0.5, 0.5, 0, 0, 0, 0, 0, 0])).toBeCloseTo((1.5 + grace) / (3 + grace), 6);
    expect(formed([1, 1, 1, 0, 0, 0, 0, 0, 0])).toBeCloseTo(1, 6);
    expect(formed([0, 0, 0, 1, 1, 1, 1, 1, 1])).toBeCloseTo(grace / (3 + grace), 6);
    expect(COMPONENTS.shadows.summary).toContain("0.25");
  });

  test("are looked for from afar, where glyphs have no texture", () => {
    const far = planeOf([[0.24, 0.26, 0.9]]);
    const measure = (form: readonly number[]): number =>
      COMPONENTS.shadows.measure(
        sightWith({
          picture: { near: mapPlane(PICTURE, () => 0), far },
          similarity: { ssim: 1, form: Float32Array.from(form) },
        }),
      );
    expect(measure([1, 0, 0])).toBeCloseTo(1, 6);
    expect(measure([0, 1, 1])).toBeCloseTo((3 * GRACE) / (1 + 3 * GRACE), 6);
  });

  test("of a picture that has none are perfect", () => {
    const picture = { near: off(0.5), far: off(0.5) };
    const similarity = { ssim: 0, form: new Float32Array(9) };
    expect(COMPONENTS.shadows.measure(sightWith({ picture, similarity }))).toBe(1);
  });

  test("that are all wrong are worth nothing", () => {
    expect(formed([-1, -1, -1, 1, 1, 1, 1, 1, 1])).toBe(0);
  });
});

describe("faces", () => {
  /** A page of 3 × 2 cells, whose far view has 3 × 4 samples. */
  const state: PipelineState = { ...START, size: { columns: 3, rows: 2 } };
  const seenAs = (form: readonly number[], mask: readonly number[]): number =>
    COMPONENTS.faces.measure(
      sightWith({ state, similarity: { ssim: 1, form: Float32Array.from(form) }, skin: () => Uint8Array.from(mask) }),
    );
  const grace = 12 * GRACE;

  test("are the mean form of both samples of each cell of skin, and of no other", () => {
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

  test("are looked for everywhere where every cell counts", () => {
    expect(seenAs(new Array(12).fill(0.5), new Array(6).fill(1))).toBeCloseTo((6 + grace) / (12 + grace), 6);
  });

  test("that are all wrong are worth nothing", () => {
    expect(seenAs(new Array(12).fill(-1), new Array(6).fill(1))).toBe(0);
  });
});

test("stability falls evenly with what noise changes in the near view at its exposure, to 0 at 0.05", () => {
  const at = (by: number, gain: number): number =>
    COMPONENTS.stability.measure(sightWith({ noisyNear: () => off(by), fit: { gain, offset: 0 } }));
  expect([at(0, 1), at(0.01, 1), at(0.05, 1), at(0.01, 3)].map((value) => Number(value.toFixed(4)))).toEqual([
    1, 0.8, 0, 0.4,
  ]);
  expect(COMPONENTS.stability.summary).toContain("0.05");
});

test("nothing draws the page again but stability, averages the cells but psnr, or looks for skin but faces", () => {
  const forbidden = (): never => {
    throw new Error("not needed");
  };
  const costly: Partial<Record<ComponentName, keyof Comparison>> = {
    stability: "noisyNear",
    psnr: "cells",
    faces: "skin",
  };
  for (const [name, { measure }] of Object.entries(COMPONENTS)) {
    const needed = costly[name as ComponentName];
    const spared = (["noisyNear", "cells", "skin"] as const).filter((part) => part !== needed);
    const sight = sightWith(Object.fromEntries(spared.map((part) => [part, forbidden])));
    if (name !== "psnr") expect(measure(sight)).toBeCloseTo(1, 5);
    if (needed !== undefined) expect(() => measure({ ...sight, [needed]: forbidden })).toThrow("not needed");
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

/** Nine slopes of .008, squared: what counts as none. */
const FAINT = 9 * 0.008 ** 2;

test("contours that run alike agree, however strong they are", () => {
  expect(contourAgreement(ACROSS, ACROSS, 1)).toBeCloseTo(1, 6);
  const weak = mapPlane(ACROSS, (value) => value / 2);
  expect(contourAgreement(ACROSS, weak, 1)).toBeCloseTo((0.5 + FAINT) / Math.sqrt((1 + FAINT) * (0.25 + FAINT)), 6);
  expect(contourAgreement(ACROSS, weak, 1)).toBeGreaterThan(0.999);
});

test("across and down have nothing in common, a diagonal has the cosine of 45° with both", () => {
  expect(contourAgreement(ACROSS, DOWN, 1)).toBeCloseTo(FAINT / (1 + FAINT), 6);
  expect(contourAgreement(ACROSS, DIAGONAL, 1)).toBeCloseTo(Math.SQRT1_2, 3);
  expect(contourAgreement(DOWN, DIAGONAL, 1)).toBeCloseTo(Math.SQRT1_2, 3);
});

test("a negative is worth no more than nothing", () => {
  expect(contourAgreement(ACROSS, NEGATIVE, 1)).toBe(0);
});

test("two flat planes agree, a flat one and a contour hardly", () => {
  expect(contourAgreement(FLAT, FLAT, 1)).toBe(1);
  expect(contourAgreement(ACROSS, FLAT, 1)).toBeLessThan(0.03);
});

test("noise of one level of 255 on flat ground does not make it disagree", () => {
  const speck = planeOf([
    [0.4, 0.404, 0.4],
    [0.4, 0.4, 0.4],
    [0.4, 0.4, 0.4],
  ]);
  expect(contourAgreement(FLAT, speck, 1)).toBeGreaterThan(0.98);
});

test("a gain counts as if the plane itself had it", () => {
  const twice = mapPlane(DIAGONAL, (value) => value * 2);
  expect(contourAgreement(ACROSS, DIAGONAL, 2)).toBeCloseTo(contourAgreement(ACROSS, twice, 1), 6);
  expect(contourAgreement(ACROSS, DIAGONAL, 0)).toBeCloseTo(contourAgreement(ACROSS, FLAT, 1), 6);
});

test("planes of any size agree with themselves; one of a single row has no inside to disagree on", () => {
  fc.assert(
    fc.property(planes(), (plane) => {
      expect(contourAgreement(plane, plane, 1)).toBeCloseTo(1, 6);
    }),
  );
  expect(contourAgreement(planeOf([[0, 1, 0]]), planeOf([[1, 0, 1]]), 1)).toBe(1);
});

const SIZE = { columns: 48, rows: 24 };

type Drawn = { readonly page: PipelineState; readonly source: Float32Array; readonly params: RenderParams };

const drawn = (raster: Raster, given: Partial<RenderParams> = {}): Drawn => {
  const params = paramsWith({ ...PLAIN, glyphStrategy: "fixed", ...given });
  const scaled = runStages(PARTS.light, initialStateOf(raster, SIZE), params, unwatched);
  const page = runStages(PARTS.glyphs, view.run(scaled, params), params, unwatched);
  return { page, source: cellMeans(scaled.light, SIZE).map(toTone), params };
};

const decibels = ({ page, source, params }: Drawn): number => roundTrip(page, params, source);

const RAMP = horizontalRamp(192, 96);
const FAINT_RAMP = paintGray(192, 96, (x) => 100 + Math.round((20 * x) / 191));

test("a ramp comes back to within a thirtieth of its range", () => {
  expect(decibels(drawn(RAMP))).toBeGreaterThan(30);
});

test("a negative comes back the right way round", () => {
  expect(decibels(drawn(RAMP, { invert: true }))).toBeGreaterThan(28);
  const { page, source } = drawn(RAMP, { invert: true });
  expect(roundTrip(page, paramsWith(), source)).toBeLessThan(12);
});

test("a dithered page is read as one", () => {
  const dithered = drawn(RAMP, { dither: true });
  expect(decibels(dithered)).toBeGreaterThan(30);
  expect(roundTrip(dithered.page, { ...dithered.params, dither: false }, dithered.source)).toBeLessThan(
    decibels(dithered),
  );
});

test("exposure is forgiven: levels that were stretched over the whole range cost nothing", () => {
  expect(decibels(drawn(FAINT_RAMP, { autoLevels: 0.9 }))).toBeGreaterThan(28);
});

test.each([
  ["a ramp", RAMP],
  ["a faint ramp", FAINT_RAMP],
] as const)("a page that says nothing of %s has no more than the picture's spread in its own range", (_, raster) => {
  const { page, source, params } = drawn(raster);
  const blank = { ...page, cells: new Uint8Array(page.cells.length) };
  // an even ramp's standard deviation is its range ÷ √12: 10.8 dB
  expect(roundTrip(blank, params, source)).toBeCloseTo(10.8, 0);
});

test("a sheet of one gray is as good as it gets: 60 dB, not infinitely many", () => {
  expect(decibels(drawn(paintGray(192, 96, () => 0)))).toBe(60);
});
