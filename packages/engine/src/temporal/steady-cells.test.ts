import { beforeEach, expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { paramsWith } from "../../../../tests/support/params.ts";
import { horizontalRamp } from "../../../../tests/support/rasters.ts";
import type { Frame } from "../frame.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { drawnGlyphs } from "../glyphs/codebook.ts";
import { toEncoded } from "../math/srgb.ts";
import { pageLight } from "../search/page-light.ts";
import { lightOfTone } from "../search/target.ts";
import { codebook } from "../stages/codebook.ts";
import { match } from "../stages/match.ts";
import { contoursOf } from "../stages/structure.ts";
import { PORTIONS } from "./open-cells.ts";
import { createSteadyCells, type SteadyCells } from "./steady-reel.ts";

const SIZE = { columns: 24, rows: 12 };
const [WIDTH, HEIGHT] = [2 * SIZE.columns, 4 * SIZE.rows];
const PARAMS = paramsWith({ charset: "detailed", glyphStrategy: "fixed" });

const toned = (at: (x: number, y: number) => number, params = PARAMS): Frame => {
  const data = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => at(i % WIDTH, Math.floor(i / WIDTH)));
  const tone = { width: WIDTH, height: HEIGHT, data };
  const frame = { ...startFrame(horizontalRamp(4, 4), SIZE), tone };
  return codebook.run({ ...frame, contours: contoursOf(frame) }, params);
};
const wave = (x: number, y: number): number => 0.5 + 0.4 * Math.sin(x / 7 + y / 11);
const WAVE = toned(wave);

let cells: SteadyCells;
/** The glyphs of a frame as places in the atlas. */
const draw = (frame: Frame, params = PARAMS): number[] => {
  const { glyphs, cells: places } = cells.next(frame, params, (open) => contoursOf(frame, open));
  return Array.from(places, (place) => glyphs[place]!);
};
beforeEach(() => {
  cells = createSteadyCells();
});

/** Root mean square of how far a page's light is off what the tones want, as an eye at reading distance sees it. */
const seenError = (page: readonly number[], { tone, codebook: book }: Frame): number => {
  const seen = pageLight(Uint8Array.from(page), SIZE);
  const wanted = lightOfTone(tone, book.densest);
  const errors = seen.data.map((light, i) => toEncoded(Math.max(0, light)) - toEncoded(Math.max(0, wanted.data[i]!)));
  return Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
};

const others = (one: readonly number[], other: readonly number[]): number[] =>
  one.flatMap((glyph, cell) => (glyph === other[cell] ? [] : [cell]));

test("an empty page is drawn as a still is", () => {
  const still = match.run(WAVE, PARAMS);
  expect(draw(WAVE)).toEqual(Array.from(still.cells, (place) => drawnGlyphs(still.codebook)[place]!));
});

test("tones that hardly drift change no glyph", () => {
  const page = draw(WAVE);
  expect(draw({ ...WAVE, tone: toned((x, y) => wave(x, y) + 0.01).tone })).toEqual(page);
  expect(draw({ ...WAVE, tone: toned((x, y) => wave(x, y) - 0.01).tone })).toEqual(page);
});

test("small drifts add up to one that counts", () => {
  const page = draw(WAVE);
  for (let step = 1; step < 10; step++) draw({ ...WAVE, tone: toned((x, y) => wave(x, y) - 0.01 * step).tone });
  const last = { ...WAVE, tone: toned((x, y) => wave(x, y) - 0.1).tone };
  const darker = draw(last);
  cells.restart();
  const afresh = draw(last);
  expect(others(page, afresh).length).toBeGreaterThan(100);
  expect(others(page, darker).length).toBeGreaterThan(0.8 * others(page, afresh).length);
  const inkOf = (glyphs: readonly number[]) => glyphs.reduce((sum, glyph) => sum + ATLAS.tone[glyph]!, 0);
  expect(inkOf(darker) / inkOf(afresh)).toBeCloseTo(1, 1);
  expect(inkOf(darker)).toBeLessThan(0.9 * inkOf(page));
});

test("a small drift of all cells is spread over frames, a larger one is not waited with", () => {
  const page = draw(WAVE);
  const [small, large] = [0.016, 0.04].map((drift) => ({ ...WAVE, tone: toned((x, y) => wave(x, y) - drift).tone }));
  const pages = [page, ...Array.from({ length: PORTIONS + 1 }, () => draw(small!))];
  const changes = pages.slice(1).map((next, i) => others(next, pages[i]!).length);
  expect(Math.max(...changes)).toBeLessThanOrEqual((SIZE.columns * SIZE.rows) / PORTIONS);
  expect(changes.at(-1)).toBe(0);
  expect(others(pages.at(-1)!, page).length).toBeGreaterThan(40);
  cells.restart();
  draw(WAVE);
  expect(others(draw(large!), page).length).toBeGreaterThan(100);
});

test("where something moves, only the cells that it touches are drawn anew", () => {
  const page = draw(WAVE);
  const isTouched = (cell: number) => cell % SIZE.columns < 4 && cell < 3 * SIZE.columns;
  const moved = draw({ ...WAVE, tone: toned((x, y) => (x < 8 && y < 12 ? 1 - wave(x, y) : wave(x, y))).tone });
  const drawn = others(page, moved);
  expect(drawn.length).toBeGreaterThan(4);
  expect(drawn.filter((cell) => !isTouched(cell))).toEqual([]);
});

test("what moves is seen about as well as on an empty page", () => {
  draw(WAVE);
  const turned = toned((x, y) => wave(x + 9, y));
  const live = seenError(draw(turned), turned);
  cells.restart();
  expect(live / seenError(draw(turned), turned)).toBeLessThan(1.25);
});

test("cells that turn transparent are blank, and drawn when they no longer are", () => {
  draw(WAVE);
  const data = new Float32Array(WIDTH * HEIGHT).fill(1);
  for (let y = 0; y < HEIGHT; y++) data.fill(0, y * WIDTH, y * WIDTH + 8);
  const page = draw({ ...WAVE, opacity: { width: WIDTH, height: HEIGHT, data } });
  expect(page.filter((_, cell) => cell % SIZE.columns < 4)).toEqual(Array(4 * SIZE.rows).fill(0));
  const again = draw(WAVE).filter((glyph, cell) => cell % SIZE.columns < 4 && glyph !== 0);
  expect(again.length).toBeGreaterThan(3 * SIZE.rows);
});

test("another codebook comes in a portion at a time, and then nothing of the old one is left", () => {
  const [many, few] = [WAVE, toned(wave, paramsWith({ charset: "minimal" }))];
  const pages = [draw(many), ...Array.from({ length: PORTIONS }, () => draw({ ...few, tone: many.tone }))];
  const changes = pages.slice(1).map((page, i) => others(page, pages[i]!).length);
  expect(Math.max(...changes)).toBeLessThanOrEqual(288 / PORTIONS + 1);
  const book = drawnGlyphs(few.codebook);
  expect(pages.at(-1)!.filter((glyph) => !book.includes(glyph))).toEqual([]);
  expect(pages[8]!.some((glyph) => !book.includes(glyph))).toBe(true);
});
