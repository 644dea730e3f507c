import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bakedAtlas } from "../../../../tests/studio/painters/baked-atlas.ts";
import { BLACK, PAPER, samplePage } from "../../../../tests/studio/painters/sample-pages.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { blit, clearPixels, createPixelBuffer, toPixels } from "./blit.ts";
import type { PaintedPage } from "./page.ts";
import { type CellSize, edgeOf } from "./view.ts";

const atlas = bakedAtlas();

const viewOf = (page: PaintedPage, cell: CellSize) => ({
  cell,
  width: edgeOf(page.columns, cell.width),
  height: edgeOf(page.rows, cell.height),
  left: 0,
  top: 0,
});

/** The buffer that painting a page in a view yields. */
const painted = (page: PaintedPage, view = viewOf(page, cellOf(6))) => {
  const pixelBuffer = createPixelBuffer(page, view);
  blit(page, view, atlas(view.cell, page), pixelBuffer);
  return pixelBuffer;
};

const cellOf = (width: number): CellSize => ({ width, height: 2 * width });

/** Red, green, blue and alpha of a pixel. */
const pixel = ({ pixels, width }: ReturnType<typeof painted>, x: number, y: number): number[] => [
  ...new Uint8Array(pixels.buffer, 4 * (y * width + x), 4),
];

/** A page of one row of these characters. */
const line = (text: string, rest: Partial<PaintedPage> = {}): PaintedPage => ({
  columns: text.length,
  rows: 1,
  glyphs: Uint8Array.from(text, ATLAS.indexOf),
  mosaic: null,
  font: "any",
  colors: null,
  grounds: null,
  cellAspect: 0.5,
  glow: 0,
  ink: [200, 100, 50],
  ground: BLACK,
  ...rest,
});

describe("a painted cell", () => {
  test("is the background if blank, and the ink if full", () => {
    const pixelBuffer = painted(line(" █", { ground: PAPER }));
    expect(pixel(pixelBuffer, 0, 0)).toEqual([0xf5, 0xf2, 0xea, 255]);
    expect(pixel(pixelBuffer, 6, 11)).toEqual([200, 100, 50, 255]);
  });

  test("is between them in sRGB values for a shade", () => {
    const pixelBuffer = painted(line("░▒▓", { ground: [255, 0, 100] }));
    // 64, 128 and 191 of 255 parts
    expect([0, 6, 12].map((x) => pixel(pixelBuffer, x, 0))).toEqual([
      [241, 25, 87, 255],
      [227, 50, 75, 255],
      [214, 75, 63, 255],
    ]);
  });

  test("has its own color if the page has colors", () => {
    const pixelBuffer = painted(line("█▒", { colors: Uint8Array.of(1, 2, 3, 254, 128, 0) }));
    expect([pixel(pixelBuffer, 0, 0), pixel(pixelBuffer, 6, 0)]).toEqual([
      [1, 2, 3, 255],
      [127, 64, 0, 255],
    ]);
  });

  test("has its own background if the page has some, also if it is blank", () => {
    const [colors, grounds] = [Uint8Array.of(1, 2, 3, 254, 128, 0), Uint8Array.of(9, 8, 7, 0, 0, 200)];
    const pixelBuffer = painted(line(" ▒", { colors, grounds }));
    expect([pixel(pixelBuffer, 0, 0), pixel(pixelBuffer, 6, 0)]).toEqual([
      [9, 8, 7, 255],
      [127, 64, 100, 255],
    ]);
  });

  test("of a mosaic consists of whole rectangles", () => {
    const [colors, grounds] = [Uint8Array.of(250, 0, 0), Uint8Array.of(0, 0, 250)];
    // top left and the third row's right of two by four
    const glyphs = Uint8Array.of(1 + 32);
    const pixelBuffer = painted(line("@", { glyphs, mosaic: "octants", colors, grounds }));
    const reds = [0, 3, 6, 9].map((y) => [0, 2, 3, 5].map((x) => pixel(pixelBuffer, x, y)[0]));
    expect(reds).toEqual([
      [250, 250, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 250, 250],
      [0, 0, 0, 0],
    ]);
  });

  test("that is a full white octant is painted, even on a transparent page", () => {
    const page = line("@", { glyphs: Uint8Array.of(255), mosaic: "octants", ground: null, ink: [255, 255, 255] });
    expect(pixel(painted(page), 3, 6)).toEqual([255, 255, 255, 255]);
  });

  test("without a background has the coverage as alpha", () => {
    const [mono, colored] = [null, Uint8Array.of(9, 9, 9, 10, 20, 30, 40, 50, 60)].map((colors) =>
      painted(line(" ▒█", { ground: null, colors })),
    );
    expect([0, 6, 12].map((x) => pixel(mono!, x, 0))).toEqual([
      [0, 0, 0, 0],
      [200, 100, 50, 128],
      [200, 100, 50, 255],
    ]);
    expect([0, 6, 12].map((x) => pixel(colored!, x, 0))).toEqual([
      [0, 0, 0, 0],
      [10, 20, 30, 128],
      [40, 50, 60, 255],
    ]);
  });

  test("is blended to the nearest byte, for any colors and coverage", () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const rgb = fc.tuple(byte, byte, byte);
    fc.assert(
      fc.property(rgb, rgb, fc.boolean(), (ink, ground, isColored) => {
        const colors = isColored ? Uint8Array.from(ink) : null;
        const pixelBuffer = painted(line("@", { ink, ground, colors }), viewOf(line("@"), cellOf(9)));
        const alpha = atlas(cellOf(9)).alphaOf(ATLAS.indexOf("@"), 0, 0);
        for (const [i, share] of alpha.entries()) {
          const wanted = ink.map((value, c) => Math.round((value * share + ground[c]! * (255 - share)) / 255));
          expect(pixel(pixelBuffer, i % 9, Math.floor(i / 9))).toEqual([...wanted, 255]);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe("a page", () => {
  test.each([
    ["light on black, cells 3 wide", samplePage(1), 3, "194111c21ed05600"],
    ["light on black, cells 8 wide", samplePage(1), 8, "4a68044dd903653c"],
    ["light on black, cells 12 wide", samplePage(1), 12, "90fa817067cc9a9d"],
    ["in colors", samplePage(2, { colored: true }), 8, "587b75a73886b01a"],
    ["ink on paper", samplePage(3, { ink: [0x23, 0x28, 0x38], ground: PAPER }), 8, "978ba127988b3df4"],
    ["in colors without a ground", samplePage(4, { colored: true, ground: null }), 11, "0181d9a2baf56f1e"],
  ])("%s, has the same pixels everywhere", (_, page, cell, hash) => {
    const { pixels } = painted(page, viewOf(page, cellOf(cell)));
    expect(createHash("sha256").update(new Uint8Array(pixels.buffer)).digest("hex").slice(0, 16)).toBe(hash);
  });

  /** From 1 to 20 pixels, in steps of 1/256. */
  const SIZE = fc.integer({ min: 256, max: 20 * 256 }).map((steps) => steps / 256);
  const places = fc.record({
    cell: fc.record({ width: SIZE, height: SIZE }),
    width: fc.integer({ min: 1, max: 90 }),
    height: fc.integer({ min: 1, max: 90 }),
    left: fc.integer({ min: -200, max: 100 }),
    top: fc.integer({ min: -200, max: 100 }),
  });

  test("is clipped at the view's edges, and nothing is painted around it", () => {
    fc.assert(
      fc.property(fc.nat(99), fc.boolean(), places, (seed, colored, view) => {
        const page = samplePage(seed, { columns: 7, rows: 4, colored });
        const whole = painted(page, viewOf(page, view.cell));
        const wanted = Uint32Array.from({ length: view.width * view.height }, (_, i) => {
          const [x, y] = [(i % view.width) - view.left, Math.floor(i / view.width) - view.top];
          const isInside = x >= 0 && y >= 0 && x < whole.width && y < whole.height;
          return isInside ? whole.pixels[y * whole.width + x]! : 0;
        });
        expect(painted(page, view).pixels).toEqual(wanted);
      }),
    );
  });

  test("painted over others looks the same as on its own", () => {
    const pages = fc.array(fc.tuple(fc.nat(3), fc.boolean()), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(pages, places, (variants, view) => {
        const sequence = variants.map(([seed, colored]) => samplePage(seed, { columns: 7, rows: 4, colored }));
        const pixelBuffer = createPixelBuffer(sequence[0]!, view);
        for (const page of sequence) blit(page, view, atlas(view.cell, page), pixelBuffer);
        expect(pixelBuffer.pixels).toEqual(painted(sequence.at(-1)!, view).pixels);
      }),
    );
  });
});

describe("painting again", () => {
  const page = samplePage(5, { columns: 6, rows: 5, colored: true });
  const view = { cell: cellOf(4), width: 30, height: 50, left: 3, top: 7 };
  const again = (change: Partial<PaintedPage>) => {
    const pixelBuffer = painted(page, view);
    pixelBuffer.pixels.fill(7);
    blit({ ...page, ...change }, view, atlas(cellOf(4)), pixelBuffer);
    return pixelBuffer;
  };

  test("the same page touches no pixel", () => {
    const pixelBuffer = again({ glyphs: page.glyphs.slice(), colors: page.colors!.slice() });
    expect(new Set(pixelBuffer.pixels)).toEqual(new Set([7]));
    expect(pixelBuffer.bottom).toBeLessThanOrEqual(pixelBuffer.top);
  });

  const full = ATLAS.indexOf("█");

  test("touches only the cell whose glyph changed, and returns its rows", () => {
    const pixelBuffer = again({ glyphs: page.glyphs.with(2 * 6 + 3, page.glyphs[15] === full ? 0 : full) });
    const touched = [...pixelBuffer.pixels.keys()].filter((i) => pixelBuffer.pixels[i] !== 7);
    expect([pixelBuffer.top, pixelBuffer.bottom]).toEqual([7 + 16, 7 + 24]);
    expect(touched).toHaveLength(4 * 8);
    expect([touched[0], touched.at(-1)]).toEqual([23 * 30 + 3 + 12, 30 * 30 + 3 + 15]);
  });

  test("touches the cell whose color changed, unless it is blank", () => {
    const glyphs = page.glyphs.with(8, 0).with(9, full);
    const pixelBuffer = createPixelBuffer(page, view);
    blit({ ...page, glyphs }, view, atlas(cellOf(4)), pixelBuffer);
    pixelBuffer.pixels.fill(7);
    const colors = page.colors!.map((byte, i) => (i >= 24 && i < 30 ? 255 - byte : byte));
    blit({ ...page, glyphs, colors }, view, atlas(cellOf(4)), pixelBuffer);
    expect(pixelBuffer.pixels.filter((value) => value !== 7)).toHaveLength(4 * 8);
  });

  test("repaints everything on a cleared buffer", () => {
    const pixelBuffer = painted(page, view);
    clearPixels(pixelBuffer);
    expect(pixelBuffer.pixels.every((value) => value === 0)).toBe(true);
    blit(page, view, atlas(cellOf(4)), pixelBuffer);
    expect(pixelBuffer.pixels).toEqual(painted(page, view).pixels);
  });
});

test("a whole page becomes an image of all its cells", () => {
  const page = samplePage(1, { columns: 5, rows: 3, ground: [10, 20, 30] });
  const { width, height, data } = toPixels({ ...page, glyphs: page.glyphs.fill(0) }, 7, bakedAtlas());
  expect([width, height, data.length]).toEqual([35, 42, 4 * 35 * 42]);
  expect(new Set(new Uint32Array(data.buffer))).toEqual(new Set([0xff1e140a]));
});
