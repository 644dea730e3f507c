import { expect, test } from "vitest";
import { optionsWith } from "../../../../tests/support/params.ts";
import { paint, paintGray } from "../../../../tests/support/rasters.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { PLAIN_KERNELS } from "../kernels.ts";
import { toEncoded, toLight } from "../math/srgb.ts";
import { openPicture } from "../render.ts";
import { finish } from "../stage.ts";
import { createStillness } from "./live-frame.ts";
import { openStream } from "./stream.ts";

const open = () => openStream({ kernels: PLAIN_KERNELS });

test("a cell's character and its atlas glyph agree while one codebook replaces another", () => {
  const stream = open();
  const asked = optionsWith({ columns: 32 });
  const ramp = paintGray(128, 64, (x) => 2 * x);
  const plain = paintGray(128, 64, (x, y) => (y < 32 ? 2 * x : 0));
  const books = new Set<string>();
  for (let frame = 0; frame < 60; frame++) {
    const { characters, cells, glyphs } = stream.next(frame < 5 ? plain : ramp, asked);
    books.add(characters);
    expect(Array.from(cells, (place) => ATLAS.indexOf([...characters][place]!))).toEqual(Array.from(glyphs));
    expect(new Set(characters).size).toBe(characters.length);
  }
  expect(books.size).toBeGreaterThan(2);
});

test("tones are the cells' perceived brightness, before any adjustment", () => {
  const raster = paintGray(32, 16, (x) => (x % 2 === 0 ? 40 : 200));
  const { tones } = open().next(raster, optionsWith({ columns: 16, contrast: 2, invert: true }));
  const mean = toEncoded((toLight(40 / 255) + toLight(200 / 255)) / 2);
  expect([...tones()]).toEqual(Array(16 * 4).fill(expect.closeTo(mean, 3)));
});

test("levels are the tones that become black and the densest glyph", () => {
  const raster = paintGray(64, 64, (x) => 64 + x);
  const { levels } = open().next(raster, optionsWith({ columns: 32, autoLevels: 1 }));
  expect(levels.black).toBeCloseTo(64 / 255, 1);
  expect(levels.white).toBeCloseTo(127 / 255, 1);
});

test("without color there are no inks", () => {
  const raster = paint(32, 32, () => [100, 0, 0]);
  const frames = [false, true].map((color) => open().next(raster, optionsWith({ columns: 16, color })));
  expect(frames.map(({ inks }) => inks)).toEqual([null, expect.any(Uint8Array)]);
  const [red, green, blue] = frames[1]!.inks!;
  expect(red).toBeGreaterThan(130);
  expect(Math.max(green!, blue!)).toBeLessThan(20);
});

test.each([
  {},
  { glyphStrategy: "fixed" },
  { charset: "blocks" },
  { charset: "minimal", structure: 1 },
  { structure: 0 },
  { structure: 0, glyphStrategy: "fixed" },
  { invert: true, contrast: 2 },
  { edges: true },
] as const)("the first frame's glyph evidence equals a still's: %j", (given) => {
  const raster = paint(160, 120, (x, y) => [x + y, 0.7 * x + 40, (x * y) % 200]);
  const asked = optionsWith({ columns: 60, autoOptimize: 0, dither: false, ...given });
  const still = finish(openPicture(raster, { kernels: PLAIN_KERNELS }).render(asked));
  expect(open().next(raster, asked).evidence()).toEqual(still.glyphs);
});

test("evidence describes this frame, even with an earlier codebook", () => {
  const stream = open();
  const asked = optionsWith({ columns: 32, autoOptimize: 0 });
  const first = stream
    .next(
      paintGray(128, 64, (x) => 2 * x),
      asked,
    )
    .evidence();
  const dark = stream
    .next(
      paintGray(128, 64, (x) => (x < 16 ? 8 * x : 0)),
      asked,
    )
    .evidence();
  expect(dark.tones).not.toEqual(first.tones);
  expect(dark.tones.reduce((sum, count) => sum + count)).toBe(32 * 8);
});

test("evidence of a uniform gray frame is finite", () => {
  const { rmse, inks } = open()
    .next(
      paintGray(64, 64, () => 0),
      optionsWith({ columns: 32 }),
    )
    .evidence();
  expect([rmse, ...inks].every(Number.isFinite)).toBe(true);
});

test("strokes along contours are listed beside the codebook, not in it", () => {
  const raster = paintGray(128, 64, (x, y) => ((x + 2 * y) % 32 < 16 ? 30 : 200));
  const { evidence, characters } = open().next(
    raster,
    optionsWith({ columns: 32, autoOptimize: 0, charset: "minimal", structure: 1 }),
  );
  const { codebook, size, contours, inks } = evidence();
  expect([...codebook].filter((glyph) => "-/|\\".includes(glyph))).toEqual([]);
  expect([size, inks.length]).toEqual([codebook.length, codebook.length]);
  expect(contours.glyphs).not.toBe("");
  expect(contours.share).toBeGreaterThan(0.05);
  expect(characters).toBe(`${codebook}-/|\\`);
});

test("a scene's age counts from its first frame", () => {
  const follow = createStillness();
  expect([follow(0, true), follow(0, false), follow(0.9, true), follow(0, false)].map(({ age }) => age)).toEqual([
    0, 1, 0, 1,
  ]);
});

test("a grid is settled after 15 frames with hardly a change, until the next change", () => {
  const follow = createStillness();
  follow(0, true);
  const settled = Array.from({ length: 16 }, () => follow(0.01, false).settled);
  expect(settled.indexOf(true)).toBe(14);
  expect(follow(0.03, false).settled).toBe(false);
});
