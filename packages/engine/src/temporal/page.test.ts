import { expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { paramsWith } from "../../../../tests/support/params.ts";
import { horizontalRamp } from "../../../../tests/support/rasters.ts";
import type { Frame } from "../frame.ts";
import { codebook } from "../stages/codebook.ts";
import { openCells } from "./open-cells.ts";
import { drawOpen, emptyPage, type Page, readPage, rewritten } from "./page.ts";

const SIZE = { columns: 12, rows: 5 };
const [WIDTH, HEIGHT] = [2 * SIZE.columns, 4 * SIZE.rows];

const frameOf = (toneAt: (x: number, y: number) => number, charset: "standard" | "minimal" = "standard"): Frame => {
  const data = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => toneAt(i % WIDTH, Math.floor(i / WIDTH)));
  const frame = { ...startFrame(horizontalRamp(4, 4), SIZE), tone: { width: WIDTH, height: HEIGHT, data } };
  return codebook.run(frame, paramsWith({ charset, glyphStrategy: "fixed" }));
};
const WAVE = frameOf((x, y) => 0.5 + 0.45 * Math.sin(x / 5 + y / 9));
const FEWER = frameOf(() => 0.5, "minimal").codebook;

const drawn = (frame: Frame): Page => {
  const page = emptyPage(frame);
  drawOpen(page, frame, null, 0);
  return page;
};

/** The glyphs that a page says, as places in the atlas. */
const said = (page: Page): number[] => {
  const { glyphs, cells } = readPage(page);
  return Array.from(cells, (place) => glyphs[place]!);
};

test("a page in another codebook says the same until it is drawn anew", () => {
  const page = drawn(WAVE);
  const fewer = rewritten(page, FEWER);
  expect(said(fewer)).toEqual(said(page));
  expect(fewer.retired.length).toBeGreaterThan(2);
  expect(said(rewritten(fewer, WAVE.codebook))).toEqual(said(page));
});

test("only glyphs that are on the page are retired, and back in their codebook they no longer are", () => {
  const fewer = rewritten(drawn(frameOf(() => 0.7)), FEWER);
  expect(fewer.retired.every((glyph) => said(fewer).includes(glyph))).toBe(true);
  expect(rewritten(fewer, WAVE.codebook).retired).toEqual([]);
});

test("drawn anew, no cell gets a retired glyph", () => {
  const fewer = rewritten(drawn(WAVE), FEWER);
  fewer.search.dirty.fill(1);
  drawOpen(fewer, { ...WAVE, codebook: FEWER }, null, 0);
  expect(said(fewer).filter((glyph) => !FEWER.glyphs.includes(glyph))).toEqual([]);
  expect(readPage(fewer).glyphs).toEqual(FEWER.glyphs);
});

test("a page all of whose cells have opened aims for what an empty page would", () => {
  const page = drawn(WAVE);
  const other = frameOf((x, y) => 0.5 - 0.45 * Math.sin(x / 5 + y / 9 + 0.6));
  openCells(
    page,
    { ...other.tone, data: other.tone.data.map((tone) => (tone > 0.5 ? tone - 0.3 : tone + 0.3)) },
    0,
    true,
  );
  openCells(page, other.tone, 0, true);
  const empty = emptyPage(other);
  expect(page.search.dirty).toEqual(new Uint8Array(60).fill(1));
  expect(page.target.data).toEqual(empty.target.data);
  expect(page.bare).toEqual(empty.bare);
  expect(page.search.weight).toEqual(empty.search.weight);
});
