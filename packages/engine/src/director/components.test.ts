import { describe, expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { paramsWith } from "../../../../tests/support/params.ts";
import { paintGray, planeOf } from "../../../../tests/support/rasters.ts";
import { mapPlane, type Plane } from "../plane.ts";
import { COMPONENTS, type Sight } from "./components.ts";

const PICTURE = planeOf([
  [0, 0.1, 0.2],
  [0.3, 0.5, 0.7],
  [0.8, 0.9, 1],
]);

/** A sight of a page that is the picture, but for what is said of it. */
const sightWith = (given: Partial<Sight>): Sight => ({
  picture: { near: PICTURE, far: PICTURE },
  page: { near: PICTURE, far: PICTURE },
  exposure: { gain: 1, offset: 0 },
  far: PICTURE,
  similarity: { ssim: 1, form: new Float32Array(9).fill(1) },
  frame: startFrame(
    paintGray(1, 1, () => 0),
    { columns: 1, rows: 1 },
  ),
  params: paramsWith(),
  cells: () => Float32Array.of(0.5),
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

describe("shadows", () => {
  const formed = (form: readonly number[]): number =>
    COMPONENTS.shadows.measure(sightWith({ similarity: { ssim: 1, form: Float32Array.from(form) } }));

  test("are the mean form where the picture is darker than 0.25, and nowhere else", () => {
    // three samples of nine are dark; a hundredth of all, 0.09 samples, counts as perfect
    expect(formed([0.5, 0.5, 0.5, 0, 0, 0, 0, 0, 0])).toBeCloseTo((1.5 + 0.09) / 3.09, 6);
    expect(formed([1, 1, 1, 0, 0, 0, 0, 0, 0])).toBeCloseTo(1, 6);
    expect(formed([0, 0, 0, 1, 1, 1, 1, 1, 1])).toBeCloseTo(0.09 / 3.09, 6);
    expect(COMPONENTS.shadows.says).toContain("0.25");
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

test("stability falls evenly with what noise changes in the near view at its exposure, to 0 at 0.05", () => {
  const at = (by: number, gain: number): number =>
    COMPONENTS.stability.measure(sightWith({ twin: () => off(by), exposure: { gain, offset: 0 } }));
  expect([at(0, 1), at(0.01, 1), at(0.05, 1), at(0.01, 3)].map((value) => Number(value.toFixed(4)))).toEqual([
    1, 0.8, 0, 0.4,
  ]);
  expect(COMPONENTS.stability.says).toContain("0.05");
});

test("nothing draws the page again but stability, and nothing averages the cells but psnr", () => {
  const forbidden = (): never => {
    throw new Error("not needed");
  };
  for (const name of ["tone", "structure", "edges", "shadows"] as const) {
    expect(COMPONENTS[name].measure(sightWith({ twin: forbidden, cells: forbidden }))).toBeCloseTo(1, 5);
  }
});
