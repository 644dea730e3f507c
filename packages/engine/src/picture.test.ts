import { TEXT_FORMATS } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { optionsWith, validParams } from "../../../tests/support/params.ts";
import { horizontalRamp, paint, rasters } from "../../../tests/support/rasters.ts";
import { encode } from "./encoders/encoders.ts";
import { openPicture, render } from "./render.ts";
import { finish, type StepName, type Watch } from "./stage.ts";
import { loadKernels } from "./wasm/kernels.ts";

// the same results as the plain ones, sooner
const kernels = await loadKernels(WebAssembly);

describe("an open picture", () => {
  test("renders as if it were new each time, in every format", () => {
    const property = fc.property(
      rasters(),
      fc.array(validParams(), { minLength: 2, maxLength: 4 }),
      (raster, requests) => {
        const picture = openPicture(raster, { kernels });
        for (const options of requests) {
          const result = finish(picture.render(options));
          // text has no inks, so `render` matches its glyphs in white
          for (const format of TEXT_FORMATS.filter((name) => !options.color || name !== "text")) {
            expect(encode(result, format)).toBe(render(raster, { ...options, format }, { kernels }).body);
          }
        }
      },
    );
    fc.assert(property, { numRuns: 8 });
  });

  test("is analyzed once per grid size", () => {
    const [steps, watch] = recorded();
    const picture = openPicture(RAMP, { watch, kernels });
    for (const columns of [12, 12, 16]) finish(picture.render(optionsWith({ columns, autoOptimize: 0 })));
    expect(steps.filter((step) => step === "luminance")).toHaveLength(2);
    expect(steps.filter((step) => step === "match")).toHaveLength(3);
  });

  test("can abandon a render between two steps", () => {
    const [all, watchAll] = recorded();
    finish(openPicture(RAMP, { watch: watchAll, kernels }).render(optionsWith({ columns: 12 })));
    const [steps, watch] = recorded();
    const rendering = openPicture(RAMP, { watch, kernels }).render(optionsWith({ columns: 12 }));
    for (let rest = 0; rest < 3; rest++) expect(rendering.next().done).toBe(false);
    expect(rendering.return(undefined as never).done).toBe(true);
    expect(steps.length).toBeLessThan(all.length);
    expect(all.slice(0, steps.length)).toEqual(steps);
    expect(steps.filter((step) => step === "match").length).toBeGreaterThan(0);
  });

  test("returns its cells: glyph indexes into its characters, tones, and the stretch of the levels", () => {
    const result = finish(openPicture(RAMP, { kernels }).render(optionsWith({ columns: 16, autoOptimize: 0 })));
    const text = Array.from(result.cells, (cell) => result.characters[cell]).join("");
    expect(text).toBe(result.lines().join(""));
    const tones = result.tones();
    expect([tones[0]! < 0.1, tones[15]! > 0.9]).toEqual([true, true]);
    expect(result.levels.black).toBeLessThan(0.1);
    expect(result.levels.white).toBeGreaterThan(0.9);
  });

  test("has the codebook as its characters, then the missing strokes, each once", () => {
    for (const charset of ["standard", "detailed", "minimal", "binary"] as const) {
      const { characters, glyphs } = finish(
        openPicture(RAMP, { kernels }).render(optionsWith({ columns: 16, charset })),
      );
      const lacking = ["-", "/", "|", "\\"].filter((stroke) => !glyphs.codebook.includes(stroke));
      expect(characters).toBe(glyphs.codebook + lacking.join(""));
    }
    for (const given of [{ charset: "blocks" }, { charset: "dots" }, { structure: 0 }] as const) {
      const { characters, glyphs } = finish(
        openPicture(RAMP, { kernels }).render(optionsWith({ columns: 16, ...given })),
      );
      expect(characters).toBe(glyphs.codebook);
    }
  });

  test("has the same inks in every format, with color on or off", () => {
    const red = paint(16, 16, (x) => [40 + x, 10, 10]);
    const rendered = (color: boolean) =>
      finish(openPicture(red, { kernels }).render(optionsWith({ columns: 16, autoOptimize: 0, color })));
    const result = rendered(true);
    expect(result.inks()).toHaveLength(3 * result.cells.length);
    expect(result.inks()).toEqual(result.colors("ansi"));
    expect(result.inks()).toEqual(result.colors("json-compact"));
    expect(result.colors("text")).toBeNull();
    expect(rendered(false).colors("ansi")).toBeNull();
    expect(rendered(false).colors("json-compact")).toEqual(rendered(false).inks());
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
