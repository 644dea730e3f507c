import { PARAMS } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsed, validParams } from "../../../tests/support/params.ts";
import { horizontalRamp, rasters } from "../../../tests/support/rasters.ts";
import { encode } from "./encoders/encoders.ts";
import { PLAIN_KERNELS as kernels } from "./kernels.ts";
import { openPicture } from "./picture.ts";
import { render } from "./render.ts";
import type { StepName, Watch } from "./stage.ts";
import { finish } from "./steps.ts";

describe("a picture that is kept open", () => {
  test("is drawn as if it were new each time, in every format", () => {
    const property = fc.property(
      rasters(),
      fc.array(validParams(), { minLength: 2, maxLength: 4 }),
      (raster, wishes) => {
        const picture = openPicture(raster, { kernels });
        for (const wish of wishes) {
          const print = finish(picture.develop(wish));
          for (const format of PARAMS.format.values) {
            const asked = { ...wish, params: { ...wish.params, format } };
            expect(encode(print.drawing(format))).toBe(render(raster, asked).body);
          }
        }
      },
    );
    fc.assert(property, { numRuns: 8 });
  });

  test("is seen once for each size of grid", () => {
    const [steps, watch] = recorded();
    const picture = openPicture(RAMP, { watch, kernels });
    for (const columns of [12, 12, 16]) finish(picture.develop(parsed({ columns, autoOptimize: 0 })));
    expect(steps.filter((step) => step === "luminance")).toHaveLength(2);
    expect(steps.filter((step) => step === "match")).toHaveLength(3);
  });

  test("can be left undrawn between two steps", () => {
    const [steps, watch] = recorded();
    const drawing = openPicture(RAMP, { watch, kernels }).develop(parsed({ columns: 12 }));
    let rests = 0;
    while (steps.filter((step) => step === "sketch").length < 4) rests += drawing.next().done ? Number.NaN : 1;
    expect(rests).toBeGreaterThan(2);
    expect(drawing.return(undefined as never).done).toBe(true);
    expect(steps).not.toContain("grid");
  });

  test("tells its cells apart: glyphs by their place in the codebook, tones, the ends of their stretch", () => {
    const print = finish(openPicture(RAMP, { kernels }).develop(parsed({ columns: 16, autoOptimize: 0 })));
    const spelled = Array.from(print.cells, (cell) => print.glyphs.codebook[cell]).join("");
    expect(spelled).toBe(print.lines().join(""));
    expect(print.colors()).toHaveLength(3 * print.cells.length);
    const tones = print.tones();
    expect([tones[0]! < 0.1, tones[15]! > 0.9]).toEqual([true, true]);
    expect(print.levels.black).toBeLessThan(0.1);
    expect(print.levels.white).toBeGreaterThan(0.9);
  });
});

const RAMP = horizontalRamp(64, 32);

const recorded = (): readonly [StepName[], Watch] => {
  const steps: StepName[] = [];
  const watch: Watch = (name, work) => {
    steps.push(name);
    return work();
  };
  return [steps, watch];
};
