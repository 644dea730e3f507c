import { type Kernels, loadKernels } from "@lumiglyph/engine";
import { beforeAll, describe, expect, test } from "vitest";
import { optionsWith } from "../support/params.ts";
import { uncompressed } from "./codecs.ts";
import { footageWith } from "./footage.ts";
import { GATES, SIGMA } from "./gates.ts";
import { GRID } from "./scenes.ts";
import { fadeLagOf, flickerOf, panErrorOf, type Setup, settlingOf, unrestOf } from "./trials.ts";

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels(WebAssembly);
});

const FOOTAGE = footageWith({ grain: SIGMA }, uncompressed);
const SENSITIVITIES = [0, 0.25, 0.5, 0.7, 1];

const setupFor = (motionSensitivity: number): Setup => ({
  kernels,
  options: optionsWith({ columns: GRID.columns, charset: "detailed", glyphStrategy: "fixed", motionSensitivity }),
  footage: FOOTAGE,
  smoothing: true,
});

/** A figure for each sensitivity, in ascending order. */
const figures = async (trial: (setup: Setup) => Promise<number>): Promise<number[]> => {
  const all: number[] = [];
  for (const sensitivity of SENSITIVITIES) all.push(await trial(setupFor(sensitivity)));
  return all;
};

const expectRising = (values: readonly number[]): void => {
  for (const [i, value] of values.entries()) if (i > 0) expect(value).toBeGreaterThan(values[i - 1]!);
};

describe("the larger motionSensitivity is", () => {
  test("the sooner motion and fades show (spec 2.2)", async () => {
    expectRising((await figures(panErrorOf)).toReversed());
    expectRising((await figures(fadeLagOf)).toReversed());
  });

  test("the less stable a still scene is", async () => {
    expectRising(await figures(unrestOf));
    const [least, most] = [await flickerOf(setupFor(0)), await flickerOf(setupFor(1))];
    expect(most).toBeGreaterThan(1.5 * least);
    expect(most).toBeLessThanOrEqual(GATES.flicker);
  });
});

test("a step is over in two frames at any motionSensitivity", async () => {
  for (const sensitivity of [0, 1]) expect([1, 2]).toContain(await settlingOf(setupFor(sensitivity)));
});
