import { beforeEach, expect, test } from "vitest";
import { paramsWith } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { horizontalRamp } from "../../../../tests/support/rasters.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { drawnGlyphs } from "../glyphs/codebook.ts";
import { toEncoded, toLight } from "../math/srgb.ts";
import type { PipelineState } from "../pipeline-state.ts";
import { gridLight } from "../search/grid-light.ts";
import { lightOfTone } from "../search/target.ts";
import { codebook } from "../stages/codebook.ts";
import { huesOf } from "../stages/color.ts";
import { match } from "../stages/match.ts";
import { contoursOf } from "../stages/structure.ts";
import { PORTIONS } from "./open-cells.ts";
import {
  createPlanePool,
  createSteadyCells,
  createSteadyCodebook,
  createSteadyColors,
  type SteadyCells,
  type SteadyCodebook,
} from "./steady-renderer.ts";

test("a plane is used once per frame and reused in the next", () => {
  const pool = createPlanePool();
  const first = [pool.take(2, 3), pool.take(2, 3)];
  expect(first[0]).not.toBe(first[1]);
  pool.reset();
  expect(pool.take(2, 3)).toBe(first[0]);
  expect(pool.take(2, 3)).toBe(first[1]);
});

test("another size gets a new plane", () => {
  const pool = createPlanePool();
  const [small] = [pool.take(2, 3)];
  pool.reset();
  const large = pool.take(4, 5);
  expect(large).not.toBe(small);
  expect(large.data).toHaveLength(20);
});

const SIZE = { columns: 24, rows: 12 };
const [WIDTH, HEIGHT] = [2 * SIZE.columns, 4 * SIZE.rows];
const PARAMS = paramsWith({ charset: "detailed", glyphStrategy: "fixed" });

const toned = (at: (x: number, y: number) => number, params = PARAMS): PipelineState => {
  const data = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => at(i % WIDTH, Math.floor(i / WIDTH)));
  const tone = { width: WIDTH, height: HEIGHT, data };
  const frame = { ...initialStateOf(horizontalRamp(4, 4), SIZE), tone };
  return codebook.run({ ...frame, contours: contoursOf(frame) }, params);
};
const wave = (x: number, y: number): number => 0.5 + 0.4 * Math.sin(x / 7 + y / 11);
const WAVE = toned(wave);

let cells: SteadyCells;
/** The glyphs of a frame as atlas indexes. */
const draw = (frame: PipelineState, params = PARAMS): number[] => {
  const { glyphs, cells: places } = cells.next(frame, params, (open) => contoursOf(frame, false, open));
  return Array.from(places, (place) => glyphs[place]!);
};
beforeEach(() => {
  cells = createSteadyCells();
});

/** Root mean square error of a grid's light against its tones, as seen from reading distance. */
const seenError = (grid: readonly number[], { tone, codebook: book }: PipelineState): number => {
  const seen = gridLight(Uint8Array.from(grid), SIZE);
  const wanted = lightOfTone(tone, { densest: book.densest });
  const errors = seen.data.map((light, i) => toEncoded(Math.max(0, light)) - toEncoded(Math.max(0, wanted.data[i]!)));
  return Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
};

const others = (one: readonly number[], other: readonly number[]): number[] =>
  one.flatMap((glyph, cell) => (glyph === other[cell] ? [] : [cell]));

test("an empty grid renders like a still", () => {
  const still = match.run(WAVE, PARAMS);
  expect(draw(WAVE)).toEqual(Array.from(still.cells, (place) => drawnGlyphs(still.codebook)[place]!));
});

test("a minimal drift of tones changes no glyph", () => {
  const grid = draw(WAVE);
  expect(draw({ ...WAVE, tone: toned((x, y) => wave(x, y) + 0.01).tone })).toEqual(grid);
  expect(draw({ ...WAVE, tone: toned((x, y) => wave(x, y) - 0.01).tone })).toEqual(grid);
});

test("small drifts accumulate", () => {
  const grid = draw(WAVE);
  for (let step = 1; step < 10; step++) draw({ ...WAVE, tone: toned((x, y) => wave(x, y) - 0.01 * step).tone });
  const last = { ...WAVE, tone: toned((x, y) => wave(x, y) - 0.1).tone };
  const darker = draw(last);
  cells.restart();
  const afresh = draw(last);
  expect(others(grid, afresh).length).toBeGreaterThan(100);
  expect(others(grid, darker).length).toBeGreaterThan(0.8 * others(grid, afresh).length);
  const inkOf = (glyphs: readonly number[]) => glyphs.reduce((sum, glyph) => sum + ATLAS.tone[glyph]!, 0);
  expect(inkOf(darker) / inkOf(afresh)).toBeCloseTo(1, 1);
  expect(inkOf(darker)).toBeLessThan(0.9 * inkOf(grid));
});

test("a small drift of all cells is spread over frames, a larger one is not", () => {
  const grid = draw(WAVE);
  const [small, large] = [0.016, 0.04].map((drift) => ({ ...WAVE, tone: toned((x, y) => wave(x, y) - drift).tone }));
  const grids = [grid, ...Array.from({ length: PORTIONS + 1 }, () => draw(small!))];
  const changes = grids.slice(1).map((next, i) => others(next, grids[i]!).length);
  expect(Math.max(...changes)).toBeLessThanOrEqual((SIZE.columns * SIZE.rows) / PORTIONS);
  expect(changes.at(-1)).toBe(0);
  expect(others(grids.at(-1)!, grid).length).toBeGreaterThan(40);
  cells.restart();
  draw(WAVE);
  expect(others(draw(large!), grid).length).toBeGreaterThan(100);
});

test("motion re-renders only the cells it touches", () => {
  const grid = draw(WAVE);
  const isTouched = (cell: number) => cell % SIZE.columns < 4 && cell < 3 * SIZE.columns;
  const moved = draw({ ...WAVE, tone: toned((x, y) => (x < 8 && y < 12 ? 1 - wave(x, y) : wave(x, y))).tone });
  const drawn = others(grid, moved);
  expect(drawn.length).toBeGreaterThan(4);
  expect(drawn.filter((cell) => !isTouched(cell))).toEqual([]);
});

test("motion looks about as good as a fresh render", () => {
  draw(WAVE);
  const turned = toned((x, y) => wave(x + 9, y));
  const live = seenError(draw(turned), turned);
  cells.restart();
  expect(live / seenError(draw(turned), turned)).toBeLessThan(1.25);
});

test("cells that become transparent are blank, and render again when visible", () => {
  draw(WAVE);
  const data = new Float32Array(WIDTH * HEIGHT).fill(1);
  for (let y = 0; y < HEIGHT; y++) data.fill(0, y * WIDTH, y * WIDTH + 8);
  const grid = draw({ ...WAVE, opacity: { width: WIDTH, height: HEIGHT, data } });
  expect(grid.filter((_, cell) => cell % SIZE.columns < 4)).toEqual(Array(4 * SIZE.rows).fill(0));
  const again = draw(WAVE).filter((glyph, cell) => cell % SIZE.columns < 4 && glyph !== 0);
  expect(again.length).toBeGreaterThan(3 * SIZE.rows);
});

test("a new codebook arrives in portions and finally replaces the old one completely", () => {
  const [many, few] = [WAVE, toned(wave, paramsWith({ charset: "minimal" }))];
  const grids = [draw(many), ...Array.from({ length: PORTIONS }, () => draw({ ...few, tone: many.tone }))];
  const changes = grids.slice(1).map((grid, i) => others(grid, grids[i]!).length);
  expect(Math.max(...changes)).toBeLessThanOrEqual(288 / PORTIONS + 1);
  const book = drawnGlyphs(few.codebook);
  expect(grids.at(-1)!.filter((glyph) => !book.includes(glyph))).toEqual([]);
  expect(grids[8]!.some((glyph) => !book.includes(glyph))).toBe(true);
});

/** One cell's mean linear color from sRGB bytes. */
const cell = (...bytes: readonly [number, number, number]): Float64Array =>
  Float64Array.from(bytes, (byte) => toLight(byte / 255));
const gain = (share: number): Float32Array => Float32Array.of(share);

/** The hue of a cell of this color. */
const hue = (...bytes: readonly [number, number, number]): number[] => [...huesOf(cell(...bytes), 1).hue];

test("the first colors are those of a still", () => {
  const means = cell(30, 120, 200);
  const [steady, still] = [createSteadyColors(1)(means, 1.4, gain(1))!, huesOf(means, 1.4)];
  for (const [i, channel] of steady.hue.entries()) expect(channel).toBeCloseTo(still.hue[i]!, 1);
  expect(steady.most[0]).toBeCloseTo(still.most[0]!, 1);
});

test("a color that fluctuates invisibly stays, byte for byte", () => {
  const colors = createSteadyColors(1);
  colors(cell(100, 100, 100), 1, gain(1));
  for (const byte of [103, 97, 102, 98])
    expect([...colors(cell(byte, 100, 100), 1, gain(0.9))!.hue]).toEqual(hue(100, 100, 100));
});

test("noise is averaged by the gain of the cell's light", () => {
  const colors = createSteadyColors(1);
  colors(cell(100, 100, 100), 1, gain(1));
  expect([...colors(cell(120, 100, 100), 1, gain(0.5))!.hue]).toEqual(hue(110, 100, 100));
});

test("a change of hue at constant light is detected by its size", () => {
  const colors = createSteadyColors(1);
  colors(cell(200, 40, 40), 1, gain(1));
  for (const [i, channel] of colors(cell(40, 111, 40), 1, gain(0.1))!.hue.entries()) {
    expect(channel).toBeCloseTo(hue(40, 111, 40)[i]!, 5);
  }
});

test("turning color off resets the colors", () => {
  const colors = createSteadyColors(1);
  colors(cell(100, 100, 100), 1, gain(1));
  expect(colors(null, 1, gain(1))).toBeNull();
  expect([...colors(cell(110, 100, 100), 1, gain(0.1))!.hue]).toEqual(hue(110, 100, 100));
});

const WIDE = { columns: 40, rows: 10 };
const DEFAULTS = paramsWith();

/** A frame of even tones between two values. */
const frameOf = (dark: number, bright: number): PipelineState => {
  const [width, height] = [2 * WIDE.columns, 4 * WIDE.rows];
  const data = Float32Array.from({ length: width * height }, (_, i) => dark + ((bright - dark) * (i % width)) / width);
  return { ...initialStateOf(horizontalRamp(4, 4), WIDE), tone: { width, height, data } };
};
const [WHOLE, DARK] = [frameOf(0, 1), frameOf(0, 0.08)];

let steady: SteadyCodebook;
const next = (frame: PipelineState, params = DEFAULTS, gliding = false) => steady.next(frame, params, gliding).glyphs;
beforeEach(() => {
  steady = createSteadyCodebook();
});

const bestFor = (frame: PipelineState, params = DEFAULTS) => codebook.run(frame, params).codebook.glyphs;

test("the first frame gets the codebook of a still", () => {
  expect(next(WHOLE)).toEqual(bestFor(WHOLE));
});

test("another scene gets another codebook after 15 frames", () => {
  const first = next(WHOLE);
  const books = Array.from({ length: 20 }, () => next(DARK));
  expect(books.slice(0, 14)).toEqual(Array(14).fill(first));
  expect(books.slice(14)).toEqual(Array(6).fill(bestFor(DARK)));
  expect(bestFor(DARK)).not.toEqual(first);
});

test("a few different frames do not change the codebook", () => {
  const first = next(WHOLE);
  for (let i = 0; i < 60; i++) expect(next(i % 15 < 10 ? DARK : WHOLE)).toEqual(first);
});

test("the codebook does not change during a glide", () => {
  const first = next(WHOLE);
  for (let i = 0; i < 40; i++) expect(next(DARK, DEFAULTS, true)).toEqual(first);
});

test("a renewed codebook is chosen with the next frame", () => {
  next(WHOLE);
  steady.renew();
  expect(next(DARK)).toEqual(bestFor(DARK));
});

test("an equal codebook stays the same object, and a fixed one never changes", () => {
  const held = steady.next(WHOLE, DEFAULTS, false);
  for (let i = 0; i < 30; i++) expect(steady.next(WHOLE, DEFAULTS, false)).toBe(held);
  const fixed = paramsWith({ glyphStrategy: "fixed" });
  steady.renew();
  for (let i = 0; i < 30; i++) expect(next(i < 5 ? WHOLE : DARK, fixed)).toHaveLength(95);
});

test("a frame with transparent cells has the blank at once, even if the codebook lacked it", () => {
  const bright = frameOf(0.6, 0.8);
  expect(next(bright)).not.toContain(0);
  const { width, height } = bright.tone;
  const opacity = { width, height, data: new Float32Array(width * height).fill(1).fill(0, 0, 8 * width) };
  expect(next({ ...bright, opacity })[0]).toBe(0);
});
