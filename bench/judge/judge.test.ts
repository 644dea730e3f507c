import sharp from "sharp";
import { expect, test } from "vitest";
import { mean } from "../statistics.ts";
import { colorJudgeFor, readCells } from "./color.ts";
import { drawnAs, targetsOf } from "./drawn.ts";
import { type Plane, resizeByArea } from "./plane.ts";
import { compareViews, type Likeness } from "./scores.ts";
import { CELL, type Page, type Pen, readPage, stampOf, viewOf, viewPage } from "./view.ts";

const COLUMNS = 24;
const ROWS = 12;

/** Two soft hills on a slope, one number a pixel. */
const picture: Plane = {
  width: COLUMNS * CELL.width,
  height: ROWS * CELL.height,
  data: Float32Array.from({ length: COLUMNS * CELL.width * ROWS * CELL.height }, (_, i) => {
    const [x, y] = [i % (COLUMNS * CELL.width), Math.floor(i / (COLUMNS * CELL.width))];
    const hill = (cx: number, cy: number): number => Math.exp(-((x - cx) ** 2 + (y - cy) ** 2) / 800);
    return 0.1 + 0.3 * (x / 192) + 0.5 * hill(60, 60) + 0.2 * hill(130, 120);
  }),
};

const mapped = (change: (light: number, i: number) => number): Plane => ({
  ...picture,
  data: picture.data.map(change),
});

const scoresOf = (page: Plane): Likeness => compareViews(viewOf(page), viewOf(picture));

test("scores a picture against itself as 1", () => {
  for (const [name, score] of Object.entries(scoresOf(picture))) expect(score, name).toBeCloseTo(1, 5);
});

test("forgives brightness and contrast, as far as the eye's scale allows", () => {
  expect(scoresOf(mapped((light) => 0.25 * light + 0.02)).ssim_full).toBeGreaterThan(0.98);
});

test("scores a negative below 0", () => {
  expect(scoresOf(mapped((light) => 1.1 - light)).ssim_full).toBeLessThan(0);
});

test("scores a blank grid low, with no edges", () => {
  const { ssim_full, edgef1 } = scoresOf(mapped(() => 0.3));
  expect(ssim_full).toBeLessThan(0.6);
  expect(edgef1).toBe(0);
});

test("scores coarser renderings lower", () => {
  const drawn = [1, 2, 4, 8].map((cells) => {
    const small = resizeByArea(picture, COLUMNS / cells, ROWS / cells > 1 ? Math.floor(ROWS / cells) : 1);
    return scoresOf(resizeByArea(small, picture.width, picture.height)).ssim_full;
  });
  expect(drawn).toEqual(drawn.toSorted((a, b) => b - a));
  expect(drawn[0]! - drawn[3]!).toBeGreaterThan(0.1);
});

test("the sum of blurred characters equals the blurred whole", () => {
  const lightOf = (character: string): Float32Array =>
    Float32Array.from({ length: CELL.width * CELL.height }, (_, i) => ((i * character.charCodeAt(0)) % 17) / 17);
  const pen: Pen = (character) => stampOf(lightOf(character));
  const page = readPage("abcd\nefgh\nijkl\n");
  const whole: Plane = { width: 32, height: 48, data: new Float32Array(32 * 48) };
  for (let i = 0; i < whole.data.length; i++) {
    const [x, y] = [i % 32, Math.floor(i / 32)];
    const cell = lightOf(page[Math.floor(y / 16)]![Math.floor(x / 8)]!);
    whole.data[i] = cell[(y % 16) * 8 + (x % 8)]!;
  }
  const [sum, seen] = [viewPage(page, pen), viewOf(whole)];
  for (const distance of ["full", "half"] as const) {
    expect([sum[distance].width, sum[distance].height]).toEqual([seen[distance].width, seen[distance].height]);
    sum[distance].data.forEach((light, i) => {
      expect(light).toBeCloseTo(seen[distance].data[i]!, 2);
    });
  }
});

/** A dark disk on a light background, 24 × 12 cells. */
const disk: Plane = mapped((_, i) => Number(Math.hypot((i % 192) - 95.5, Math.floor(i / 192) - 95.5) > 70));

const gridWith = (at: (column: number, row: number) => string): Page =>
  Array.from({ length: ROWS }, (_, row) => Array.from({ length: COLUMNS }, (_, column) => at(column, row)));

test("strokes along every contour and blank even areas meet all targets", () => {
  const targets = targetsOf(disk, COLUMNS, ROWS);
  const ideal = gridWith((column, row) => targets[row * COLUMNS + column]!.stroke ?? " ");
  expect(drawnAs(ideal, targets)).toEqual({ strokes: 1, calm: 1 });
  expect(ideal.map((row) => row.join("")).slice(1, 4)).toEqual([
    "       //------\\\\       ",
    "     ////-    -\\\\\\\\     ",
    "   ////          \\\\\\\\   ",
  ]);
});

test("strokes across contours and alternating characters meet none", () => {
  const targets = targetsOf(disk, COLUMNS, ROWS);
  const turned = { "-": "|", "|": "-", "/": "\\", "\\": "/" } as const;
  const across = gridWith((column, row) => turned[(targets[row * COLUMNS + column]!.stroke ?? "-") as "-"]);
  const checked = gridWith((column) => (column % 2 === 0 ? ":" : "."));
  expect(drawnAs(across, targets)).toEqual({ strokes: 0, calm: 1 });
  expect(drawnAs(checked, targets)).toEqual({ strokes: 0, calm: 0 });
});

test("rejects rows of different lengths", () => {
  expect(() => readPage("abc\nab\n")).toThrow(RangeError);
});

test.each([
  [3, 2],
  [14, 10],
  [9, 4],
])("area resampling to %d × %d keeps the mean", (width, height) => {
  const plane = { width: 7, height: 5, data: Float32Array.from({ length: 35 }, (_, i) => (i * 13) % 11) };
  expect(mean([...resizeByArea(plane, width, height).data])).toBeCloseTo(mean([...plane.data]), 5);
});

test("reads a terminal's colors: full, palette, swapped and reset", () => {
  const sgr = (codes: string): string => `\u001b[${codes}m`;
  const art = `${sgr("38;2;1;2;3;48;5;196")}a${sgr("7")}b${sgr("0;91;44")}c\u001b[?25h\n${sgr("38;5;232")}d${sgr("39")}e`;
  const cells = readCells(art).map((row) => row.map(({ character, ink, ground }) => `${character} ${ink} ${ground}`));
  expect(cells).toEqual([
    ["a 1,2,3 255,0,0", "b 255,0,0 1,2,3", "c 255,0,0 0,0,238"],
    ["d 8,8,8 0,0,238", "e 229,229,229 0,0,238"],
  ]);
});

test("a page in the picture's own color differs in nothing, one in another color does", async () => {
  const flat = await sharp({ create: { width: 16, height: 16, channels: 3, background: "#406080" } })
    .png()
    .toBuffer();
  const judge = await colorJudgeFor(flat, () => new Float32Array(128));
  const art = (color: string): string =>
    Array(8)
      .fill(`\u001b[48;2;${color}m${" ".repeat(16)}\u001b[0m`)
      .join("\n");
  expect(judge(art("64;96;128"), 16, 8).dE_full).toBeCloseTo(0, 4);
  expect(judge(art("128;96;64"), 16, 8).dE_full).toBeGreaterThan(0.05);
  // a page without any light has no gain
  expect(judge(art("0;0;0"), 16, 8).dEg_full).toBeCloseTo(judge(art("0;0;0"), 16, 8).dE_full, 9);
});
