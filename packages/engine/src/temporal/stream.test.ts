import { completeParams, DEFAULT_PARAMS, type RenderOptions, type RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { createCamera, type Scene, WAVES } from "../../../../tests/live/scenes.ts";
import { optionsWith, validParams } from "../../../../tests/support/params.ts";
import { paint, paintGray, rasters } from "../../../../tests/support/rasters.ts";
import type { Raster } from "../frame.ts";
import { type Kernels, PLAIN_KERNELS } from "../kernels.ts";
import { openPicture } from "../picture.ts";
import type { Shrink } from "../shrink.ts";
import { finish, type StepName, type Watch } from "../stage.ts";
import { loadKernels } from "../wasm/kernels.ts";
import { loadShrink } from "../wasm/shrink.ts";
import type { LiveFrame } from "./live-frame.ts";
import { GLIDE_FRAMES, openStream, type Stream } from "./stream.ts";

let kernels: Kernels;
let shrink: Shrink;
beforeAll(async () => {
  kernels = await loadKernels(WebAssembly);
  shrink = await loadShrink(WebAssembly);
});

const WISH = optionsWith({ columns: 120 });
const OTHER: Scene = (column, row) => 0.5 + 0.4 * Math.sin(0.2 * row + 0.03 * column);

/** What of a frame has to be the same for the same frames; its arrays are copied, for the next frame takes them. */
const essence = ({ tones: _, evidence: _evidence, ...frame }: LiveFrame) => structuredClone(frame);

const run = (stream: Stream, scenes: readonly Scene[], wish: RenderOptions = WISH, grain = 0.01) => {
  const shoot = createCamera({ grain });
  return scenes.map((scene) => essence(stream.next(shoot(scene), wish)));
};

const untuned = (given: Partial<RenderParams> = {}): RenderOptions =>
  optionsWith({ autoOptimize: 0, dither: false, ...given });

describe("the first frame of a stream", () => {
  const expectStill = (raster: Raster, wish: RenderOptions, smoothing: boolean): void => {
    const print = finish(openPicture(raster, { kernels }).develop(wish));
    const frame = openStream({ kernels, smoothing }).next(raster, wish);
    expect(frame.characters).toBe(print.characters);
    expect(frame.cells).toEqual(print.cells);
    expect(frame.levels.white).toBeCloseTo(print.levels.white, 9);
    if (wish.color) expect(frame.inks).toEqual(print.inks());
  };

  test("is the page that a still would be without the Director", () => {
    const wishes = validParams({ autoOptimize: 0, dither: false });
    fc.assert(fc.property(rasters(), wishes, fc.boolean(), expectStill), { numRuns: 60 });
  });

  test("is so without smoothing for every frame", () => {
    const stream = openStream({ kernels, smoothing: false });
    const shoot = createCamera({ grain: 0.01 });
    for (const scene of [WAVES, WAVES, OTHER]) {
      const raster = shoot(scene);
      const print = finish(openPicture(raster, { kernels }).develop(untuned({ columns: 120 })));
      expect(stream.next(raster, untuned({ columns: 120 })).cells).toEqual(print.cells);
    }
  });
});

describe("a stream", () => {
  const SCENES = [WAVES, WAVES, WAVES, (column: number, row: number) => WAVES(column + 2, row), OTHER, OTHER];

  test("gives the same for the same frames", () => {
    const color = optionsWith({ columns: 120, color: true });
    expect(run(openStream({ kernels }), SCENES, color)).toEqual(run(openStream({ kernels }), SCENES, color));
  });

  test("gives the same with the kernels that need no host", () => {
    const wish = optionsWith({ columns: 120, color: true });
    expect(run(openStream({ kernels: PLAIN_KERNELS }), SCENES, wish)).toEqual(
      run(openStream({ kernels, shrink }), SCENES, wish),
    );
  });

  test("leaves the rasters alone", () => {
    const raster = createCamera({})(WAVES);
    const before = raster.data.slice();
    openStream({ kernels }).next(raster, WISH);
    expect(raster.data).toEqual(before);
  });

  test("knows a cut from the frame itself, and begins anew with it", () => {
    const frames = run(openStream({ kernels }), [...Array<Scene>(5).fill(WAVES), OTHER, OTHER]);
    expect(frames.map(({ cut }) => cut)).toEqual([true, false, false, false, false, true, false]);
    expect(frames.map(({ age }) => age)).toEqual([0, 1, 2, 3, 4, 0, 1]);
    const shoot = createCamera({ grain: 0.01 });
    for (let frame = 0; frame < 5; frame++) shoot(WAVES);
    const alone = essence(openStream({ kernels }).next(shoot(OTHER), WISH));
    expect(frames[5]).toEqual({ ...alone, flicker: expect.any(Number) });
  });

  test("begins anew after a restart and for another size", () => {
    const shoot = createCamera({ grain: 0.01 });
    const stream = openStream({ kernels });
    const cuts = [stream.next(shoot(WAVES), WISH).cut, stream.next(shoot(WAVES), WISH).cut];
    stream.restart();
    cuts.push(stream.next(shoot(WAVES), WISH).cut);
    for (let i = 0; i < 2; i++) cuts.push(stream.next(shoot(WAVES), optionsWith({ columns: 80 })).cut);
    expect(cuts).toEqual([true, false, true, true, false]);
  });

  test("settles when the picture stands still", () => {
    expect(run(openStream({ kernels }), Array<Scene>(20).fill(WAVES)).at(-1)?.settled).toBe(true);
    expect(run(openStream({ kernels, smoothing: false }), Array<Scene>(20).fill(WAVES)).at(-1)?.settled).toBe(false);
  });

  test("does not diffuse errors, which would change the page behind every change", () => {
    const diffused = optionsWith({ columns: 120, dither: true });
    const frames = run(openStream({ kernels }), [WAVES, WAVES], diffused);
    expect(frames.map(({ cells }) => cells)).toEqual(
      run(openStream({ kernels }), [WAVES, WAVES]).map(({ cells }) => cells),
    );
    expect(frames[0]?.params.dither).toBe(false);
  });

  test("shows at once what a parameter does", () => {
    const shoot = createCamera({});
    const raster = shoot(WAVES);
    const stream = openStream({ kernels });
    stream.next(raster, untuned({ columns: 120 }));
    for (const given of [{ structure: 1 }, { charset: "minimal" }, { edges: true }, { invert: true }] as const) {
      const wish = untuned({ columns: 120, ...given });
      const print = finish(openPicture(raster, { kernels }).develop(wish));
      const { characters, cells } = stream.next(raster, wish);
      expect([characters, cells]).toEqual([print.characters, print.cells]);
    }
  });

  test("keeps its page when only the color is switched on", () => {
    const stream = openStream({ kernels });
    const shoot = createCamera({ grain: 0.01 });
    for (let frame = 0; frame < 20; frame++) stream.next(shoot(WAVES), WISH);
    const { flicker, inks } = stream.next(shoot(WAVES), optionsWith({ columns: 120, color: true }));
    expect(flicker).toBeLessThan(0.01);
    expect(inks).not.toBeNull();
  });

  test("leaves transparent places blank, wherever they are in a frame", () => {
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

  test("leaves places blank that turn transparent, though its codebook had no use for the blank", () => {
    const stream = openStream({ kernels });
    const wish = untuned({ columns: 32, autoLevels: 0 });
    const shoot = (hole: number) => paint(64, 32, (x, y) => [200 - y, 200 - y, 200 - y, x < hole ? 0 : 255]);
    expect(stream.next(shoot(0), wish).characters).not.toContain(" ");
    for (const hole of [16, 32]) {
      const { glyphs, size } = stream.next(shoot(hole), wish);
      glyphs.forEach((glyph, cell) => {
        expect(glyph === 0).toBe(2 * (cell % size.columns) < hole);
      });
    }
  });

  test("tells every step of every frame to whoever watches", () => {
    const steps: StepName[] = [];
    const watch: Watch = (name, work) => {
      steps.push(name);
      return work();
    };
    const stream = openStream({ kernels, watch });
    const raster = paintGray(64, 64, (x, y) => 2 * x + y);
    stream.next(raster, optionsWith({ columns: 16 }));
    expect(steps).toEqual([
      ...["shrink", "smooth", "grid", "view", "levels", "tone", "denoise", "detail"],
      ...["codebook", "match", "structure"],
    ]);
  });

  test("refuses a raster that has too few bytes", () => {
    const raster = { width: 9, height: 9, data: new Uint8Array(9) };
    expect(() => openStream({ kernels }).next(raster, WISH)).toThrow("needs 324 bytes");
  });
});

describe("tuning", () => {
  /** With this target the Director has something to tune in `WAVES`. */
  const MOTION = optionsWith({ columns: 120, qualityTarget: "motion" });
  const tuned = (stream: Stream) => {
    const shoot = createCamera({ grain: 0.01 });
    for (let frame = 0; frame < 10; frame++) stream.next(shoot(WAVES), MOTION);
    return finish(stream.tune(MOTION))!;
  };

  test("is the Director's, and glides in until it is reached", () => {
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

  test("never touches what was given, be it the default", () => {
    const stream = openStream({ kernels });
    const names = Object.keys(tuned(stream).tuned) as (keyof RenderParams)[];
    const given = Object.fromEntries(names.map((name) => [name, DEFAULT_PARAMS[name]]));
    const wish = optionsWith({ columns: 120, qualityTarget: "motion", ...given });
    const other = openStream({ kernels });
    run(other, [WAVES, WAVES], wish);
    const evidence = finish(other.tune(wish))!;
    expect(evidence.locked).toEqual(expect.arrayContaining(names));
    for (const name of names) expect(evidence.tuned).not.toHaveProperty(name);
    const [frame] = run(other, [WAVES], wish);
    for (const name of names) expect(frame!.params[name]).toBe(DEFAULT_PARAMS[name]);
  });

  test("never changes more than a few of the glyphs at once", () => {
    const stream = openStream({ kernels });
    expect(Object.keys(tuned(stream).tuned)).not.toEqual([]);
    const frames = run(stream, Array<Scene>(GLIDE_FRAMES + 20).fill(WAVES), MOTION);
    expect(Math.max(...frames.map(({ flicker }) => flicker))).toBeLessThan(0.08);
  });

  test("comes to nothing where the scene has changed meanwhile", () => {
    const stream = openStream({ kernels });
    const shoot = createCamera({ grain: 0.01 });
    stream.next(shoot(WAVES), MOTION);
    const steps = stream.tune(MOTION);
    steps.next();
    stream.next(shoot(OTHER), MOTION);
    expect(finish(steps)).toBeNull();
    expect(stream.next(shoot(OTHER), MOTION).params).toEqual(completeParams(MOTION));
  });

  test("has its own copy of the frame that it works on", () => {
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

  test("has nothing to work on before the first frame", () => {
    expect(finish(openStream({ kernels }).tune(WISH))).toBeNull();
  });

  test("is forgotten with a restart", () => {
    const stream = openStream({ kernels });
    tuned(stream);
    run(stream, [WAVES, WAVES], MOTION);
    stream.restart();
    expect(run(stream, [WAVES], MOTION)[0]?.params).toEqual(completeParams(MOTION));
  });
});
