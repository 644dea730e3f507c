import { expect, test } from "vitest";
import { parsed } from "../../../../tests/support/params.ts";
import { paint, paintGray } from "../../../../tests/support/rasters.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { PLAIN_KERNELS } from "../kernels.ts";
import { toEncoded, toLight } from "../math/srgb.ts";
import { openPicture } from "../picture.ts";
import { finish } from "../steps.ts";
import { openStream } from "./stream.ts";

const open = () => openStream({ kernels: PLAIN_KERNELS });

test("a cell's glyph is the same by its place in the codebook and in the atlas, while one codebook takes another's place", () => {
  const stream = open();
  const wish = parsed({ columns: 32 });
  const ramp = paintGray(128, 64, (x) => 2 * x);
  const plain = paintGray(128, 64, (x, y) => (y < 32 ? 2 * x : 0));
  const books = new Set<string>();
  for (let frame = 0; frame < 60; frame++) {
    const { codebook, cells, glyphs } = stream.next(frame < 5 ? plain : ramp, wish);
    books.add(codebook);
    expect(Array.from(cells, (place) => ATLAS.indexOf([...codebook][place]!))).toEqual(Array.from(glyphs));
  }
  expect(books.size).toBeGreaterThan(2);
});

test("tones are how bright the cells look, whatever is done to them afterwards", () => {
  const raster = paintGray(32, 16, (x) => (x % 2 === 0 ? 40 : 200));
  const { tones } = open().next(raster, parsed({ columns: 16, contrast: 2, invert: true }));
  const mean = toEncoded((toLight(40 / 255) + toLight(200 / 255)) / 2);
  expect([...tones()]).toEqual(Array(16 * 4).fill(expect.closeTo(mean, 3)));
});

test("levels are the tones that become black and the densest glyph", () => {
  const raster = paintGray(64, 64, (x) => 64 + x);
  const { levels } = open().next(raster, parsed({ columns: 32, autoLevels: 1 }));
  expect(levels.black).toBeCloseTo(64 / 255, 1);
  expect(levels.white).toBeCloseTo(127 / 255, 1);
});

test("without color there is neither color nor ink", () => {
  const raster = paint(32, 32, () => [100, 0, 0]);
  const pages = [false, true].map((color) => open().next(raster, parsed({ columns: 16, color })));
  expect(pages.map(({ colors, inks }) => [colors, inks])).toEqual([
    [null, null],
    [expect.any(Uint8Array), expect.any(Uint8Array)],
  ]);
  expect([...pages[1]!.inks!.subarray(0, 3)]).toEqual([250, 0, 0]);
});

test.each([{}, { glyphStrategy: "fixed" }, { charset: "blocks" }, { invert: true, contrast: 2 }] as const)(
  "a first frame's glyphs are accounted for as those of a still are: %j",
  (given) => {
    const raster = paint(160, 120, (x, y) => [x + y, 0.7 * x + 40, (x * y) % 200]);
    const wish = parsed({ columns: 60, autoOptimize: 0, dither: false, ...given });
    const still = finish(openPicture(raster, { kernels: PLAIN_KERNELS }).develop(wish));
    expect(open().next(raster, wish).evidence()).toEqual(still.glyphs);
  },
);

test("the account is this frame's, though its codebook is an earlier one's", () => {
  const stream = open();
  const wish = parsed({ columns: 32, autoOptimize: 0 });
  const first = stream
    .next(
      paintGray(128, 64, (x) => 2 * x),
      wish,
    )
    .evidence();
  const dark = stream
    .next(
      paintGray(128, 64, (x) => (x < 16 ? 8 * x : 0)),
      wish,
    )
    .evidence();
  expect(dark.tones).not.toEqual(first.tones);
  expect(dark.tones.reduce((sum, count) => sum + count)).toBe(32 * 8);
});

test("a frame of one gray has an account of numbers", () => {
  const { rmse, inks } = open()
    .next(
      paintGray(64, 64, () => 0),
      parsed({ columns: 32 }),
    )
    .evidence();
  expect([rmse, ...inks].every(Number.isFinite)).toBe(true);
});
