import type { RenderParams } from "@lumiglyph/contract";
import { type Kernels, loadKernels, openStream } from "@lumiglyph/engine";
import { beforeAll, describe, expect, test } from "vitest";
import { optionsWith } from "../support/params.ts";
import { uncompressed } from "./codecs.ts";
import { footageWith } from "./footage.ts";
import { GATES, SIGMA } from "./gates.ts";
import { createCamera, GRID, type Scene, WAVES } from "./scenes.ts";
import { fadeLagOf, flickerOf, panErrorOf, rampFlickerOf, type Setup, settlingOf } from "./trials.ts";

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels(WebAssembly);
});

const FOOTAGE = {
  grain: footageWith({ grain: SIGMA }, uncompressed),
  blocks: footageWith({ blocks: SIGMA }, uncompressed),
} as const;
const KINDS = ["grain", "blocks"] as const;

const setupFor = (kind: keyof typeof FOOTAGE, given: Partial<RenderParams> = {}): Setup => ({
  kernels,
  options: optionsWith({ columns: GRID.columns, ...given }),
  footage: FOOTAGE[kind],
  smoothing: true,
});

/** Every kind of codebook, and the least share of glyphs that flickers without smoothing. */
const GLYPHS: readonly (readonly [Partial<RenderParams>, number])[] = [
  [{ charset: "detailed" }, 0.25],
  [{ charset: "detailed", glyphStrategy: "fixed" }, 0.35],
  [{ charset: "standard" }, 0.25],
];

describe.each(KINDS)("in noise of .01, as %s", (kind) => {
  test("without smoothing, 63 % of the cells of a 70-glyph ramp change with every frame of a still scene", async () => {
    expect(await rampFlickerOf(FOOTAGE[kind])).toBeCloseTo(0.63, 2);
  });

  test.each(GLYPHS)("almost no glyph changes in a still scene, with %o", async (given, bare) => {
    const setup = setupFor(kind, given);
    expect(await flickerOf({ ...setup, smoothing: false })).toBeGreaterThan(bare);
    expect(await flickerOf(setup)).toBeLessThanOrEqual(GATES.flicker);
  });

  test.each(GLYPHS)("a step of half the frame is over in two frames, with %o", async (given) => {
    const frames = await settlingOf(setupFor(kind, given));
    expect(frames).toBeGreaterThan(0);
    expect(frames).toBeLessThanOrEqual(GATES.settling);
  });

  test("a moving scene is not smeared, and a brightening one does not lag (spec 1.5)", async () => {
    expect(await panErrorOf(setupFor(kind))).toBeLessThanOrEqual(GATES.panError);
    const lag = await fadeLagOf(setupFor(kind));
    expect(lag).toBeLessThanOrEqual(GATES.fadeLag);
    expect(lag).toBeGreaterThan(0.5);
  });
});

describe("when a small bright object enters a dim scene", () => {
  const DIM: Scene = (column, row) => 0.12 + WAVES(column, row) / 4;
  const [X, Y] = [GRID.columns / 2, GRID.rows / 2];
  const lamp =
    (radius: number): Scene =>
    (column, row) =>
      Math.hypot((column - X) / 2, row - Y) < radius ? 1 : DIM(column, row);

  /** Levels, and share of changed cells away from the lamp, in the frames after it appears. */
  const enter = (radius: number, frames: number) => {
    const [stream, shoot] = [openStream({ kernels }), createCamera({ grain: 0.005 })];
    const options = optionsWith({ columns: GRID.columns });
    for (let frame = 0; frame < 20; frame++) stream.next(shoot(DIM), options);
    let { glyphs: last, levels: before } = stream.next(shoot(DIM), options);
    const away = Array.from(last.keys()).filter(
      (cell) => Math.hypot(((cell % GRID.columns) - X) / 2, Math.floor(cell / GRID.columns) - Y) > radius + 4,
    );
    const first = before;
    const scene = lamp(radius);
    const changes = Array.from({ length: frames }, () => {
      const { glyphs, levels } = stream.next(shoot(scene), options);
      const share = away.filter((cell) => glyphs[cell] !== last[cell]).length / away.length;
      const step = Math.max(Math.abs(levels.white - before.white), Math.abs(levels.black - before.black));
      last = glyphs;
      before = levels;
      return { share, step };
    });
    return { changes, moved: before.white - first.white };
  };

  test("one smaller than a fiftieth of the picture changes nothing elsewhere", () => {
    const { changes, moved } = enter(4, 40);
    expect(moved).toBe(0);
    expect(Math.max(...changes.map(({ share }) => share))).toBeLessThan(GATES.flicker);
  });

  test("a larger one changes nothing elsewhere for ten frames, and then changes it gradually", () => {
    const { changes, moved } = enter(6, 40);
    expect(Math.max(...changes.slice(0, 10).map(({ share }) => share))).toBeLessThan(GATES.flicker);
    expect(moved).toBeGreaterThan(0.05);
    expect(Math.max(...changes.map(({ step }) => step))).toBeLessThan(0.0031);
    expect(Math.max(...changes.map(({ share }) => share))).toBeLessThan(0.1);
  });
});

describe("while a shadow swings back and forth", () => {
  const swinging =
    (frame: number): Scene =>
    (column, row) =>
      column < 60 + 15 * Math.sin(frame / 7) ? WAVES(column, row) : 0.1;

  /** Codebooks and white ends of the levels of the swinging scene. */
  const swing = (smoothing: boolean) => {
    const [stream, shoot] = [openStream({ kernels, smoothing }), createCamera({ grain: 0.005 })];
    return Array.from({ length: 60 }, (_, frame) => {
      const { characters, levels } = stream.next(shoot(swinging(frame)), optionsWith({ columns: GRID.columns }));
      return { characters, white: levels.white };
    });
  };
  const changesOf = (values: readonly (string | number)[]): number =>
    values.filter((value, i) => i > 0 && value !== values[i - 1]).length;

  test("the codebook changes once instead of dozens of times, and the levels mostly stay", () => {
    const [held, bare] = [swing(true), swing(false)];
    expect(changesOf(bare.map(({ characters }) => characters))).toBeGreaterThan(24);
    expect(changesOf(bare.map(({ white }) => white))).toBeGreaterThan(50);
    // it changes when the new one arrives, and when the last glyph of the old one disappears
    expect(changesOf(held.map(({ characters }) => characters))).toBeLessThanOrEqual(2);
    expect(changesOf(held.map(({ white }) => white))).toBeLessThan(25);
  });
});

describe("earlier frames have no influence", () => {
  const OTHER: Scene = (column, row) => 0.5 + 0.4 * Math.sin(0.2 * row + 0.03 * column);
  const options = optionsWith({ columns: GRID.columns, color: true });
  const pageOf = (rasters: readonly ReturnType<ReturnType<typeof createCamera>>[], jumpBefore = -1) => {
    const stream = openStream({ kernels });
    let page = stream.next(rasters[0]!, options);
    for (const [index, raster] of rasters.entries()) {
      if (index === 0) continue;
      if (index === jumpBefore) stream.restart();
      page = stream.next(raster, options);
    }
    const { cells, characters, levels, inks, cut } = page;
    return structuredClone({ cells, characters, levels, inks, cut });
  };

  test("after a cut, detected from the frames", () => {
    const shoot = createCamera({ grain: SIGMA });
    const frames = [...Array.from({ length: 25 }, () => shoot(WAVES)), shoot(OTHER)];
    expect(pageOf(frames)).toEqual(pageOf(frames.slice(-1)));
    expect(pageOf(frames).cut).toBe(true);
  });

  test("after a jump within the same scene, reported by the caller", () => {
    const shoot = createCamera({ grain: SIGMA });
    const frames = Array.from({ length: 25 }, (_, frame) => shoot((column, row) => WAVES(column + frame / 8, row)));
    expect(pageOf(frames, 24)).toEqual(pageOf(frames.slice(-1)));
    expect(pageOf(frames).cut).toBe(false);
    expect(pageOf(frames).cells).not.toEqual(pageOf(frames.slice(-1)).cells);
  });
});
