import { completeParams, type RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PLAIN, paramsWith, validParams } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { paintGray, planeOf, planes } from "../../../../tests/support/rasters.ts";
import { clampTone, type Plane } from "../plane.ts";
import { isFlipped, tone } from "./tone.ts";

const BLANK = initialStateOf(
  paintGray(1, 1, () => 0),
  { columns: 8, rows: 4 },
);

/** Parameters that leave every tone unchanged. */
const NEUTRAL = { ...PLAIN, contrast: 1, brightness: 0, gamma: 1, invert: false } as const;

const through = (plane: Plane, given: Partial<RenderParams>): Plane =>
  tone.run({ ...BLANK, tone: plane }, paramsWith({ ...NEUTRAL, ...given })).tone;

const curve = (values: readonly number[], given: Partial<RenderParams> = {}): number[] => [
  ...through(planeOf([values]), given).data,
];

const TONES = Array.from({ length: 41 }, (_, i) => i / 40);

/** Checks a formula for all tones from 0 to 1, clamped like all tones. */
const expectCurve = (given: Partial<RenderParams>, formula: (tone: number) => number): void => {
  curve(TONES, given).forEach((value, i) => {
    expect(Math.abs(value - clampTone(formula(TONES[i]!)))).toBeLessThan(0.002);
  });
};

describe("the tone curve", () => {
  test("with contrast 1, brightness 0 and gamma 1 leaves every tone unchanged", () => {
    expectCurve({}, (t) => t);
    curve(TONES).forEach((value, i) => {
      expect(value).toBeCloseTo(TONES[i]!, 6);
    });
  });

  test.each([0.2, 0.5, 1.15, 2, 4])("is .5 + c (t − .5) at contrast %d (answers 8.2)", (contrast) => {
    expectCurve({ contrast }, (t) => 0.5 + contrast * (t - 0.5));
  });

  test.each([-150, -25.5, 1, 51, 150])("is t + b / 255 at brightness %d (answers 8.3)", (brightness) => {
    expectCurve({ brightness }, (t) => t + brightness / 255);
  });

  test.each([0.2, 0.5, 0.8, 1.5, 2, 3])("is t to the power of 1 / g at gamma %d (answers 8.3)", (gamma) => {
    const tones = TONES.filter((t) => t >= 0.1);
    curve(tones, { gamma }).forEach((value, i) => {
      expect(Math.abs(value - tones[i]! ** (1 / gamma))).toBeLessThan(0.002);
    });
    expect(curve([0], { gamma })[0]).toBeCloseTo(0, 1);
  });

  test("is 1 − t if inverted (answers 8.3)", () => {
    expectCurve({ invert: true }, (t) => 1 - t);
  });

  test("applies contrast, brightness, gamma and inversion in this order (answers 8.3)", () => {
    const given = { contrast: 1.4, brightness: 20, gamma: 1.6, invert: true };
    expectCurve(given, (t) => {
      const raised = clampTone(0.5 + 1.4 * (t - 0.5) + 20 / 255);
      return 1 - (raised <= 0 ? raised : raised ** (1 / 1.6));
    });
  });

  test("clamps out-of-range tones", () => {
    expect(curve([-9, 9])).toEqual(curve([-0.5, 1.5]));
  });
});

test("applies the levels first", () => {
  const leveled = tone.run(
    { ...BLANK, tone: planeOf([[0.2, 0.3, 0.4, 0.6]]), leveling: { black: 0.2, scale: 2.5 } },
    paramsWith({ ...NEUTRAL, contrast: 2 }),
  );
  [0, 0.25, 0.5, 1].forEach((stretched, i) => {
    expect(leveled.tone.data[i]).toBeCloseTo(clampTone(0.5 + 2 * (stretched - 0.5)), 3);
  });
});

test("removes the background under transparency, even if the curve brightens black", () => {
  const opacity = planeOf([[0, 0.5, 1]]);
  const { data } = tone.run(
    { ...BLANK, tone: planeOf([[0, 0, 0]]), opacity },
    paramsWith({ ...NEUTRAL, brightness: 51 }),
  ).tone;
  [0, 0.1, 0.2].forEach((value, i) => {
    expect(data[i]).toBeCloseTo(value, 3);
  });
});

test("leaves transparency unchanged if the curve does not brighten black", () => {
  const opacity = planeOf([[0.5, 0.5, 1]]);
  const { data } = tone.run(
    { ...BLANK, tone: planeOf([[0.6, 0.2, 0.6]]), opacity },
    paramsWith({ ...NEUTRAL, contrast: 1.15 }),
  ).tone;
  [0.6, 0.2, 0.6].forEach((value, i) => {
    expect(data[i]).toBeCloseTo(0.5 + 1.15 * (value - 0.5), 3);
  });
});

test("invert is the negative of the result of the other parameters", () => {
  fc.assert(
    fc.property(planes(), validParams(), (plane, asked) => {
      const params = completeParams(asked);
      const upright = tone.run({ ...BLANK, tone: plane }, { ...params, invert: false }).tone.data;
      tone.run({ ...BLANK, tone: plane }, { ...params, invert: true }).tone.data.forEach((value, at) => {
        expect(Math.abs(value + upright[at]! - 1)).toBeLessThan(1e-6);
      });
    }),
  );
});

test("for any parameters, tones stay in range and in order", () => {
  fc.assert(
    fc.property(planes(), validParams(), (plane, asked) => {
      const params = completeParams(asked);
      const { data } = tone.run({ ...BLANK, tone: plane }, params).tone;
      const byTone = [...data.keys()].sort((a, b) => plane.data[a]! - plane.data[b]!);
      const inOrder = isFlipped(params) ? byTone.reverse() : byTone;
      for (const value of data) expect(Math.abs(value - clampTone(value))).toBeLessThan(1e-6);
      for (let i = 1; i < inOrder.length; i++) {
        expect(data[inOrder[i]!]).toBeGreaterThanOrEqual(data[inOrder[i - 1]!]!);
      }
    }),
  );
});
