import { describe, expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { paramsWith } from "../../../../tests/support/params.ts";
import { paintGray, planeOf } from "../../../../tests/support/rasters.ts";
import type { Frame } from "../frame.ts";
import { ATLAS, DIRECTIONAL } from "../glyphs/atlas.ts";
import { mapPlane, type Plane } from "../plane.ts";
import { COMPONENTS, type ComponentName, type Sight } from "./components.ts";

const PICTURE = planeOf([
  [0, 0.1, 0.2],
  [0.3, 0.5, 0.7],
  [0.8, 0.9, 1],
]);

const START = startFrame(
  paintGray(1, 1, () => 0),
  { columns: 1, rows: 1 },
);

/** What of a picture, as a share of it, counts as perfect besides what is asked for. */
const GRACE = 0.01;

/** A sight of a page that is the picture, but for what is said of it. */
const sightWith = (given: Partial<Sight>): Sight => ({
  picture: { near: PICTURE, far: PICTURE },
  page: { near: PICTURE, far: PICTURE },
  exposure: { gain: 1, offset: 0 },
  far: PICTURE,
  similarity: { ssim: 1, form: new Float32Array(9).fill(1) },
  frame: START,
  params: paramsWith(),
  cells: () => Float32Array.of(0.5),
  skin: () => Uint8Array.of(1),
  twin: () => PICTURE,
  ...given,
});

const off = (by: number): Plane => mapPlane(PICTURE, (value) => value + by);

describe("tone", () => {
  const toneAt = (by: number): number => COMPONENTS.tone.measure(sightWith({ far: off(by) }));

  test("falls evenly with the difference of the far views, to 0 at 0.1", () => {
    expect([0, 0.025, 0.05, 0.1, 0.4].map((by) => Number(toneAt(by).toFixed(5)))).toEqual([1, 0.75, 0.5, 0, 0]);
    expect(COMPONENTS.tone.says).toContain("0.1 of the far views");
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
  const at = (gain: number): number =>
    COMPONENTS.edges.measure(sightWith({ page: flatter, exposure: { gain, offset: 0 } }));
  expect(at(50)).toBeCloseTo(1, 5);
  expect(at(1)).toBeLessThan(at(50));
});

describe("contours", () => {
  type Cell = readonly [glyph: string, along: (typeof DIRECTIONAL)[number] | null, clear: number];

  /** The share for cells with a glyph in each, and a contour along a stroke, so clear, through some. */
  const strokedIn = (cells: readonly Cell[], given: Partial<Frame["codebook"]> = {}): number => {
    const glyphs = [..." .-#"].map(ATLAS.indexOf);
    const strokes = ["/", "|", "\\"].map(ATLAS.indexOf);
    const drawn = [...glyphs, ...strokes];
    const frame: Frame = {
      ...START,
      cells: Uint8Array.from(cells, ([glyph]) => drawn.indexOf(ATLAS.indexOf(glyph))),
      codebook: { ...START.codebook, glyphs, strokes, ...given },
      contours: {
        even: new Uint8Array(cells.length),
        direction: Uint8Array.from(cells, ([, along]) => (along === null ? 0 : 1 + DIRECTIONAL.indexOf(along))),
        strength: Float32Array.from(cells, ([, , clear]) => clear),
      },
    };
    return COMPONENTS.contours.measure(sightWith({ frame }));
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
    expect(COMPONENTS.contours.measure(sightWith({ frame: { ...START, contours: null } }))).toBe(1);
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
    expect(COMPONENTS.shadows.says).toContain("0.25");
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
  const frame: Frame = { ...START, size: { columns: 3, rows: 2 } };
  const seenAs = (form: readonly number[], mask: readonly number[]): number =>
    COMPONENTS.faces.measure(
      sightWith({ frame, similarity: { ssim: 1, form: Float32Array.from(form) }, skin: () => Uint8Array.from(mask) }),
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
    COMPONENTS.stability.measure(sightWith({ twin: () => off(by), exposure: { gain, offset: 0 } }));
  expect([at(0, 1), at(0.01, 1), at(0.05, 1), at(0.01, 3)].map((value) => Number(value.toFixed(4)))).toEqual([
    1, 0.8, 0, 0.4,
  ]);
  expect(COMPONENTS.stability.says).toContain("0.05");
});

test("nothing draws the page again but stability, averages the cells but psnr, or looks for skin but faces", () => {
  const forbidden = (): never => {
    throw new Error("not needed");
  };
  const costly: Partial<Record<ComponentName, keyof Sight>> = { stability: "twin", psnr: "cells", faces: "skin" };
  for (const [name, { measure }] of Object.entries(COMPONENTS)) {
    const needed = costly[name as ComponentName];
    const spared = (["twin", "cells", "skin"] as const).filter((part) => part !== needed);
    const sight = sightWith(Object.fromEntries(spared.map((part) => [part, forbidden])));
    if (name !== "psnr") expect(measure(sight)).toBeCloseTo(1, 5);
    if (needed !== undefined) expect(() => measure({ ...sight, [needed]: forbidden })).toThrow("not needed");
  }
});
