import {
  completeParams,
  DEFAULT_PARAMS,
  PARAM_NAMES,
  type ParamName,
  paramFacts,
  type RenderOptions,
  type RenderParams,
} from "@lumiglyph/contract";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { createCamera, type Scene, WAVES } from "../../../../tests/live/scenes.ts";
import { optionsFor, optionsWith, otherValue, paramsWith, validParams } from "../../../../tests/support/params.ts";
import { paint, paintGray, rasters } from "../../../../tests/support/rasters.ts";
import { type Kernels, PLAIN_KERNELS } from "../kernels.ts";
import type { Raster } from "../raster.ts";
import { openPicture } from "../render.ts";
import type { Shrink } from "../shrink.ts";
import { finish, type StepName, type Watch } from "../stage.ts";
import { loadKernels } from "../wasm/kernels.ts";
import { loadShrink } from "../wasm/shrink.ts";
import { GLIDE_FRAMES } from "./glide.ts";
import type { LiveFrame } from "./live-frame.ts";
import { areDrawnAlike, createFlickerMeter, openStream, type Stream } from "./stream.ts";

let kernels: Kernels;
let shrink: Shrink;
beforeAll(async () => {
  kernels = await loadKernels(WebAssembly);
  shrink = await loadShrink(WebAssembly);
});

const OPTIONS = optionsWith({ columns: 120 });
const OTHER: Scene = (column, row) => 0.5 + 0.4 * Math.sin(0.2 * row + 0.03 * column);

/** The reproducible part of a frame, copied because the next frame reuses its arrays. */
const essence = ({ tones: _, evidence: _evidence, ...frame }: LiveFrame) => structuredClone(frame);

const run = (stream: Stream, scenes: readonly Scene[], asked: RenderOptions = OPTIONS, grain = 0.01) => {
  const shoot = createCamera({ grain });
  return scenes.map((scene) => essence(stream.next(shoot(scene), asked)));
};

const untuned = (given: Partial<RenderParams> = {}): RenderOptions =>
  optionsWith({ autoOptimize: 0, dither: false, ...given });

describe("the first frame of a stream", () => {
  const expectStill = (raster: Raster, asked: RenderOptions, smoothing: boolean): void => {
    const result = finish(openPicture(raster, { kernels }).render({ ...asked, format: "svg" }));
    const frame = openStream({ kernels, smoothing }).next(raster, asked);
    expect(frame.characters).toBe(result.characters);
    expect(frame.cells).toEqual(result.cells);
    expect(frame.levels.white).toBeCloseTo(result.levels.white, 9);
    if (asked.color) expect(frame.inks).toEqual(result.inks());
    expect(frame.grounds).toEqual(result.grounds);
  };

  test("equals a still without the Director", () => {
    const requests = validParams({ autoOptimize: 0, dither: false });
    fc.assert(fc.property(rasters(), requests, fc.boolean(), expectStill), { numRuns: 60 });
  });

  test("equals a still in every frame without smoothing", () => {
    const stream = openStream({ kernels, smoothing: false });
    const shoot = createCamera({ grain: 0.01 });
    for (const scene of [WAVES, WAVES, OTHER]) {
      const raster = shoot(scene);
      const result = finish(openPicture(raster, { kernels }).render(untuned({ columns: 120 })));
      expect(stream.next(raster, untuned({ columns: 120 })).cells).toEqual(result.cells);
    }
  });
});

describe("a stream", () => {
  const SCENES = [WAVES, WAVES, WAVES, (column: number, row: number) => WAVES(column + 2, row), OTHER, OTHER];

  test("is deterministic", () => {
    const color = optionsWith({ columns: 120, color: true });
    expect(run(openStream({ kernels }), SCENES, color)).toEqual(run(openStream({ kernels }), SCENES, color));
  });

  test.each([{}, { fill: 0.6 }, { charset: "octants" as const }])(
    "is identical with the plain kernels, with %j",
    (given) => {
      const asked = optionsWith({ columns: 60, color: true, ...given });
      expect(run(openStream({ kernels: PLAIN_KERNELS }), SCENES, asked)).toEqual(
        run(openStream({ kernels, shrink }), SCENES, asked),
      );
    },
  );

  test("does not change the rasters", () => {
    const raster = createCamera({})(WAVES);
    const before = raster.data.slice();
    openStream({ kernels }).next(raster, OPTIONS);
    expect(raster.data).toEqual(before);
  });

  test("detects a cut from the frame itself and starts over", () => {
    const frames = run(openStream({ kernels }), [...Array<Scene>(5).fill(WAVES), OTHER, OTHER]);
    expect(frames.map(({ cut }) => cut)).toEqual([true, false, false, false, false, true, false]);
    expect(frames.map(({ age }) => age)).toEqual([0, 1, 2, 3, 4, 0, 1]);
    const shoot = createCamera({ grain: 0.01 });
    for (let frame = 0; frame < 5; frame++) shoot(WAVES);
    const alone = essence(openStream({ kernels }).next(shoot(OTHER), OPTIONS));
    expect(frames[5]).toEqual({ ...alone, flicker: expect.any(Number) });
  });

  test("starts over after a restart and at another size", () => {
    const shoot = createCamera({ grain: 0.01 });
    const stream = openStream({ kernels });
    const cuts = [stream.next(shoot(WAVES), OPTIONS).cut, stream.next(shoot(WAVES), OPTIONS).cut];
    stream.restart();
    cuts.push(stream.next(shoot(WAVES), OPTIONS).cut);
    for (let i = 0; i < 2; i++) cuts.push(stream.next(shoot(WAVES), optionsWith({ columns: 80 })).cut);
    expect(cuts).toEqual([true, false, true, true, false]);
  });

  test("settles when the image is still", () => {
    expect(run(openStream({ kernels }), Array<Scene>(20).fill(WAVES)).at(-1)?.settled).toBe(true);
    expect(run(openStream({ kernels, smoothing: false }), Array<Scene>(20).fill(WAVES)).at(-1)?.settled).toBe(false);
  });

  test.each([{ fill: 0.6 }, { charset: "octants" as const }])("settles in two colors, with %j", (given) => {
    const asked = optionsWith({ columns: 60, color: true, ...given });
    const frames = run(openStream({ kernels }), Array<Scene>(20).fill(WAVES), asked);
    expect(frames.at(-1)?.settled).toBe(true);
    expect(new Set(frames.at(-1)?.grounds).size).toBeGreaterThan(20);
    const plain = run(openStream({ kernels, smoothing: false }), Array<Scene>(20).fill(WAVES), asked);
    const flickerOf = (all: typeof frames): number => all.slice(1).reduce((sum, { flicker }) => sum + flicker, 0);
    expect(flickerOf(frames)).toBeLessThan(flickerOf(plain) / 5);
  });

  test("does not diffuse errors, which would spread every change over the grid", () => {
    const diffused = optionsWith({ columns: 120, dither: true });
    const frames = run(openStream({ kernels }), [WAVES, WAVES], diffused);
    expect(frames.map(({ cells }) => cells)).toEqual(
      run(openStream({ kernels }), [WAVES, WAVES]).map(({ cells }) => cells),
    );
    expect(frames[0]?.params.dither).toBe(false);
  });

  test("applies a parameter change at once", () => {
    const shoot = createCamera({});
    const raster = shoot(WAVES);
    const stream = openStream({ kernels });
    stream.next(raster, untuned({ columns: 120 }));
    for (const given of [{ structure: 1 }, { charset: "minimal" }, { edges: true }, { invert: true }] as const) {
      const asked = untuned({ columns: 120, ...given });
      const result = finish(openPicture(raster, { kernels }).render(asked));
      const { characters, cells } = stream.next(raster, asked);
      expect([characters, cells]).toEqual([result.characters, result.cells]);
    }
  });

  test("is redrawn when color is turned on", () => {
    const stream = openStream({ kernels });
    const shoot = createCamera({ grain: 0.01 });
    for (let frame = 0; frame < 20; frame++) stream.next(shoot(WAVES), OPTIONS);
    const { flicker, inks } = stream.next(shoot(WAVES), optionsWith({ columns: 120, color: true }));
    expect(flicker).toBeGreaterThan(0.1);
    expect(inks).not.toBeNull();
    expect(stream.next(shoot(WAVES), optionsWith({ columns: 120, color: true })).flicker).toBeLessThan(0.01);
  });

  test("leaves transparent areas blank, wherever they are", () => {
    const stream = openStream({ kernels });
    for (const hole of [0, 8, 16]) {
      const raster = paint(64, 32, (x) => [255, 255, 255, x >= hole && x < hole + 16 ? 0 : 255]);
      const { cells, size } = stream.next(raster, optionsWith({ columns: 32, glyphStrategy: "fixed" }));
      const blank = Array.from({ length: size.columns }, (_, column) => cells[2 * size.columns + column] === 0);
      expect(blank.flatMap((isBlank, column) => (isBlank ? [column] : []))).toEqual(
        Array.from({ length: 8 }, (_, i) => hole / 2 + i),
      );
    }
  });

  test("blanks areas that become transparent, even if its codebook lacked the blank", () => {
    const stream = openStream({ kernels });
    const asked = untuned({ columns: 32, autoLevels: 0 });
    const shoot = (hole: number) => paint(64, 32, (x, y) => [200 - y, 200 - y, 200 - y, x < hole ? 0 : 255]);
    expect(stream.next(shoot(0), asked).characters).not.toContain(" ");
    for (const hole of [16, 32]) {
      const { glyphs, size } = stream.next(shoot(hole), asked);
      glyphs.forEach((glyph, cell) => {
        expect(glyph === 0).toBe(2 * (cell % size.columns) < hole);
      });
    }
  });

  test("reports every step of every frame to its watch", () => {
    const steps: StepName[] = [];
    const watch: Watch = (name, work) => {
      steps.push(name);
      return work();
    };
    const stream = openStream({ kernels, watch });
    const raster = paintGray(64, 64, (x, y) => 2 * x + y);
    stream.next(raster, optionsWith({ columns: 16 }));
    expect(steps).toEqual([
      ...["shrink", "smooth", "color", "view", "levels", "tone", "denoise", "detail"],
      ...["codebook", "match", "structure"],
    ]);
  });

  test("refuses a raster with too few bytes", () => {
    const raster = { width: 9, height: 9, data: new Uint8Array(9) };
    expect(() => openStream({ kernels }).next(raster, OPTIONS)).toThrow("needs 324 bytes");
  });
});

describe("tuning", () => {
  /** With this target the Director has parameters to tune in `WAVES`. */
  const MOTION = optionsWith({ columns: 120, qualityTarget: "motion" });
  const tuned = (stream: Stream) => {
    const shoot = createCamera({ grain: 0.01 });
    for (let frame = 0; frame < 10; frame++) stream.next(shoot(WAVES), MOTION);
    return finish(stream.tune(MOTION))!;
  };

  test("comes from the Director and glides in", () => {
    const stream = openStream({ kernels });
    const changes = Object.entries(tuned(stream).tuned) as [keyof RenderParams, { from: number; to: number }][];
    expect(changes.length).toBeGreaterThan(0);
    const frames = run(stream, Array<Scene>(GLIDE_FRAMES + 1).fill(WAVES), MOTION);
    for (const [name, { from, to }] of changes) {
      const values = frames.map(({ params }) => params[name]);
      expect(values[0]).toBeCloseTo(from + (to - from) / GLIDE_FRAMES, 9);
      expect(values.slice(-2)).toEqual([expect.closeTo(to, 9), expect.closeTo(to, 9)]);
    }
  });

  test("never changes given parameters, even at their default", () => {
    const stream = openStream({ kernels });
    const names = Object.keys(tuned(stream).tuned) as (keyof RenderParams)[];
    const given = Object.fromEntries(names.map((name) => [name, DEFAULT_PARAMS[name]]));
    const asked = optionsWith({ columns: 120, qualityTarget: "motion", ...given });
    const other = openStream({ kernels });
    run(other, [WAVES, WAVES], asked);
    const evidence = finish(other.tune(asked))!;
    expect(evidence.locked).toEqual(expect.arrayContaining(names));
    for (const name of names) expect(evidence.tuned).not.toHaveProperty(name);
    const [frame] = run(other, [WAVES], asked);
    for (const name of names) expect(frame!.params[name]).toBe(DEFAULT_PARAMS[name]);
  });

  test("never changes more than a few glyphs at once", () => {
    const stream = openStream({ kernels });
    expect(Object.keys(tuned(stream).tuned)).not.toEqual([]);
    const frames = run(stream, Array<Scene>(GLIDE_FRAMES + 20).fill(WAVES), MOTION);
    expect(Math.max(...frames.map(({ flicker }) => flicker))).toBeLessThan(0.08);
  });

  test("is dropped if the scene has changed meanwhile", () => {
    const stream = openStream({ kernels });
    const shoot = createCamera({ grain: 0.01 });
    stream.next(shoot(WAVES), MOTION);
    const steps = stream.tune(MOTION);
    steps.next();
    stream.next(shoot(OTHER), MOTION);
    expect(finish(steps)).toBeNull();
    expect(stream.next(shoot(OTHER), MOTION).params).toEqual(completeParams(MOTION));
  });

  test("has its own copy of the frame", () => {
    const raster = createCamera({ grain: 0.01 })(WAVES);
    const evidence = [false, true].map((isReused) => {
      const stream = openStream({ kernels });
      const data = raster.data.slice();
      stream.next({ ...raster, data }, MOTION);
      const steps = stream.tune(MOTION);
      if (isReused) data.fill(255);
      if (isReused) stream.next(raster, MOTION);
      return finish(steps);
    });
    expect(evidence[0]).not.toBeNull();
    expect(evidence[1]).toEqual(evidence[0]);
  });

  test("is not possible before the first frame", () => {
    expect(finish(openStream({ kernels }).tune(OPTIONS))).toBeNull();
  });

  test("is forgotten on a restart", () => {
    const stream = openStream({ kernels });
    tuned(stream);
    run(stream, [WAVES, WAVES], MOTION);
    stream.restart();
    expect(run(stream, [WAVES], MOTION)[0]?.params).toEqual(completeParams(MOTION));
  });
});

test("flicker is the share of glyphs that changed", () => {
  const meter = createFlickerMeter();
  expect(meter.next(Uint8Array.of(1, 2, 3, 4))).toBe(0);
  expect(meter.next(Uint8Array.of(1, 2, 3, 5))).toBe(0.25);
  expect(meter.next(Uint8Array.of(1, 2, 3, 5))).toBe(0);
});

test("frames are compared correctly even if their array is reused", () => {
  const meter = createFlickerMeter();
  const grid = Uint8Array.of(1, 2);
  meter.next(grid);
  grid[0] = 9;
  expect(meter.next(grid)).toBe(0.5);
});

test("another size or a restart counts as no flicker", () => {
  const meter = createFlickerMeter();
  meter.next(Uint8Array.of(1, 2));
  expect(meter.next(Uint8Array.of(3, 4, 5))).toBe(0);
  meter.restart();
  expect(meter.next(Uint8Array.of(6, 7, 8))).toBe(0);
});

/** A disc with stripes, on which every parameter has an effect. */
const PICTURE = paint(96, 72, (x, y) => {
  const light = Math.hypot(x - 48, y - 36) < 30 ? 90 + 2 * x - ((x + y) % 9) * 9 : 20 + y;
  return [light, light / 2, 255 - light];
});

const firstGrid = (params: Partial<RenderParams>): string => {
  const { characters, cells } = openStream({ kernels: PLAIN_KERNELS }).next(PICTURE, optionsWith(params));
  return Array.from(cells, (place) => characters[place]).join("");
};

/** A grid of another size starts a new renderer anyway. */
const isOfTheSize = (name: ParamName): boolean => paramFacts(name).affects.includes("size");

test.each(PARAM_NAMES.filter((name) => !isOfTheSize(name)))(
  "areDrawnAlike is true for another %s exactly if the grid is the same",
  (name) => {
    const base: RenderOptions = { columns: 24, format: "svg", ...optionsFor(name) };
    const other = { ...base, [name]: otherValue(name) };
    expect(areDrawnAlike(paramsWith(base), paramsWith(other))).toBe(firstGrid(other) === firstGrid(base));
  },
);
