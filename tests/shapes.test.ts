import { DEFAULT_PARAMS, MOSAIC_CHARSETS } from "@lumiglyph/contract";
import { encode, type RenderResult, SHAPES } from "@lumiglyph/engine";
import { toPixels } from "@lumiglyph/engine/paint/blit";
import { glyphsOf, type PaintedPage, pageStyle } from "@lumiglyph/engine/paint/page";
import type { Page } from "playwright-core";
import { rolldown } from "rolldown";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tilesOf } from "../apps/receiver/src/tiles.ts";
import { encodeHtml } from "../apps/studio/src/worker/video/html-player.ts";
import { encoderParts, sequenceFrame } from "../apps/studio/src/worker/video/testing.ts";
import { bakedAtlas } from "./studio/painters/baked-atlas.ts";
import { launchShell } from "./support/chromium.ts";
import { noise } from "./support/rasters.ts";

/** Every glyph that a mosaic has in color, in cells in which eighths and thirds are whole pixels. */
const GLYPHS = [...new Set(MOSAIC_CHARSETS.flatMap((charset) => glyphsOf(`${charset}/color`)))];
const SIZE = { columns: 16, rows: Math.ceil(GLYPHS.length / 16) };
const CELL = { width: 8, height: 24 };

const next = noise(7);
const cells = Array.from({ length: SIZE.columns * SIZE.rows }, (_, cell) => GLYPHS[cell] ?? " ");
const lines = Array.from({ length: SIZE.rows }, (_, row) => cells.slice(row * 16, (row + 1) * 16).join(""));
const [inks, grounds] = [0, 1].map(() => Uint8Array.from({ length: 3 * cells.length }, () => 256 * next())) as [
  Uint8Array<ArrayBuffer>,
  Uint8Array<ArrayBuffer>,
];
const params = {
  ...DEFAULT_PARAMS,
  ...({ charset: "octants", color: true, format: "svg", cellAspect: 1 / 3 } as const),
};

/** The look of all glyphs: red, green and blue of each pixel, in cells of this size. */
const expected = ({ width, height }: typeof CELL): Uint8Array => {
  const pixels = new Uint8Array(3 * width * SIZE.columns * height * SIZE.rows);
  for (let i = 0; i < pixels.length; i++) {
    const [x, y] = [Math.floor(i / 3) % (width * SIZE.columns), Math.floor(i / (3 * width * SIZE.columns))];
    const cell = Math.floor(y / height) * SIZE.columns + Math.floor(x / width);
    const { across, down, bits, share } = SHAPES.get(cells[cell]!)!;
    const place = [((x % width) + 0.5) / width, ((y % height) + 0.5) / height] as const;
    const isInked = (bits >> (Math.floor(place[1] * down) * across + Math.floor(place[0] * across))) & 1;
    const [ink, ground] = [inks[3 * cell + (i % 3)]!, grounds[3 * cell + (i % 3)]!];
    pixels[i] = Math.round(ground + isInked * share * (ink - ground));
  }
  return pixels;
};

/** The glyphs whose cells have a pixel that differs by more than rounding. */
const wrongGlyphs = (rgba: ArrayLike<number>, cell = CELL): string[] => {
  const wanted = expected(cell);
  expect(rgba.length / 4).toBe(wanted.length / 3);
  const wrong = new Set<string>();
  for (let i = 0; i < wanted.length; i++) {
    const pixel = Math.floor(i / 3);
    if (Math.abs(rgba[4 * pixel + (i % 3)]! - wanted[i]!) <= 1) continue;
    const [x, y] = [pixel % (cell.width * SIZE.columns), Math.floor(pixel / (cell.width * SIZE.columns))];
    wrong.add(cells[Math.floor(y / cell.height) * SIZE.columns + Math.floor(x / cell.width)]!);
  }
  return [...wrong];
};

/** The glyphs of one mosaic in color; all others are blank. */
const pageOf = (mosaic: PaintedPage["mosaic"]): PaintedPage => ({
  ...SIZE,
  ...pageStyle(params),
  mosaic,
  glyphs: Uint8Array.from(cells, (glyph) => Math.max(0, glyphsOf(mosaic).indexOf(glyph))),
  colors: inks,
  grounds,
});

test.each(MOSAIC_CHARSETS)("PNG and the studio draw all glyphs of %s by their shapes", (charset) => {
  const mosaic = `${charset}/color` as const;
  const wrong = wrongGlyphs(toPixels(pageOf(mosaic), CELL.width, bakedAtlas()).data);
  expect(wrong.filter((glyph) => glyphsOf(mosaic).includes(glyph))).toEqual([]);
});

test("the receiver draws them by their shapes", () => {
  const tileOf = tilesOf(8);
  for (const glyph of GLYPHS) {
    const { across, down, bits, share } = SHAPES.get(glyph)!;
    const wanted = Array.from({ length: 128 }, (_, i) => {
      const place =
        Math.floor(((Math.floor(i / 8) + 0.5) / 16) * down) * across + Math.floor((((i % 8) + 0.5) / 8) * across);
      return ((bits >> place) & 1) * Math.round(255 * share);
    });
    expect([...tileOf(glyph)], glyph).toEqual(wanted);
  }
});

describe("in a browser", () => {
  let browser: Awaited<ReturnType<typeof launchShell>>;
  let page: Page;
  beforeAll(async () => {
    browser = await launchShell();
    page = await browser.newPage({ viewport: { width: 8 * SIZE.columns, height: 24 * SIZE.rows } });
  }, 120_000);
  afterAll(() => browser?.close());

  test("an SVG shows all glyphs by their shapes", async () => {
    const result = {
      ...{ size: SIZE, params, grounds, lines: () => lines, colors: () => inks },
      source: { width: 1, height: 1, format: "png" },
    };
    const svg = encode(result as unknown as RenderResult, "svg");
    await page.setContent(`<body style="margin:0">${svg.replace("<svg ", '<svg display="block" ')}`);
    const { data } = await sharp(await page.screenshot())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(wrongGlyphs(data)).toEqual([]);
  });

  test("the element shows all glyphs by their shapes", async () => {
    const input = new URL("../packages/element/src/paint-mosaic.ts", import.meta.url).pathname;
    const build = await rolldown({ input, platform: "browser", resolve: { conditionNames: ["@lumiglyph/source"] } });
    const [{ code }] = (await build.generate({ format: "iife", name: "painter" })).output;
    await page.setContent("<pre></pre>");
    await page.addScriptTag({ content: code });
    const rgba = await page.evaluate(
      ([lines, inks, grounds]) => {
        const { painter } = globalThis as unknown as { painter: { paintMosaic: (...parts: unknown[]) => void } };
        const pre = document.querySelector("pre")!;
        painter.paintMosaic(pre, { lines, inks: Uint8Array.from(inks), grounds: Uint8Array.from(grounds) });
        const { width, height } = pre.querySelector("canvas")!;
        return [...pre.querySelector("canvas")!.getContext("2d")!.getImageData(0, 0, width, height).data];
      },
      [lines, [...inks], [...grounds]] as const,
    );
    expect(wrongGlyphs(rgba)).toEqual([]);
  });

  test("a video's page shows all glyphs by their shapes", async () => {
    const frame = { time: 0, size: SIZE, params, codebook: "", cells: new Uint8Array(0), inks, grounds };
    for (const charset of MOSAIC_CHARSETS) {
      const painted = { ...pageOf(`${charset}/color`), ground: [0, 0, 0] as const };
      const sequence = { size: painted, count: 1, seconds: 1, frames: once, glimpses: once };
      async function* once() {
        yield { ...sequenceFrame(frame, 1), page: painted };
      }
      const html = await encodeHtml({ ...encoderParts([frame], 1, "shapes"), sequence });
      await page.setViewportSize({ width: 800, height: 900 });
      await page.setContent(await html.text());
      await page.waitForSelector("#ink:not([hidden])");
      const { rgba, width, height } = await page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>("#ink")!;
        const { width, height } = canvas;
        return { rgba: [...canvas.getContext("2d")!.getImageData(0, 0, width, height).data], width, height };
      });
      const cell = { width: width / SIZE.columns, height: height / SIZE.rows };
      const known = glyphsOf(`${charset}/color`);
      expect(wrongGlyphs(rgba, cell).filter((glyph) => known.includes(glyph))).toEqual([]);
    }
  });
});
