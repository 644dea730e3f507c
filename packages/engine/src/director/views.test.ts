import { describe, expect, test } from "vitest";
import { paramsWith } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { paintGray } from "../../../../tests/support/rasters.ts";
import { toneOf } from "../decoders/tone.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { toLight, toTone } from "../math/srgb.ts";
import type { PipelineState } from "../pipeline-state.ts";
import { makePlane, type Plane } from "../plane.ts";
import { liftOn } from "../search/target.ts";
import { view } from "../stages/view.ts";
import { atlasCells, viewGrid, viewPicture } from "./views.ts";

const SIZE = { columns: 12, rows: 6 };
const [WIDTH, HEIGHT] = [24, 24];
const START = initialStateOf(
  paintGray(1, 1, () => 0),
  SIZE,
);

const sheet = (value: number): Plane => ({
  width: WIDTH,
  height: HEIGHT,
  data: new Float32Array(WIDTH * HEIGHT).fill(value),
});

const pictureOf = (light: Plane, opacity: Plane | null = null): PipelineState =>
  view.run({ ...START, light, opacity }, paramsWith());

/** A grid with these glyphs; its codebook has them and the blank. */
const gridOf = (text: string): PipelineState => {
  const glyphs = [...new Set([" ", ...text])].map((glyph) => ATLAS.indexOf(glyph)).toSorted((a, b) => a - b);
  const cells = Uint8Array.from(text, (glyph) => glyphs.indexOf(ATLAS.indexOf(glyph)));
  return { ...START, codebook: { ...START.codebook, glyphs }, cells };
};

const CELLS = SIZE.columns * SIZE.rows;

const ON_BLACK = { invert: false, background: "dark" } as const;

describe("an image", () => {
  test("has 2 × 4 samples per cell in the near view and 1 × 2 in the far view", () => {
    const { near, far } = viewPicture(pictureOf(sheet(0.2)), ON_BLACK);
    expect([near.width, near.height, far.width, far.height]).toEqual([24, 24, 12, 12]);
  });

  test("of one gray has that gray in both views, up to the border", () => {
    const { near, far } = viewPicture(pictureOf(sheet(toLight(0.6))), ON_BLACK);
    for (const tone of [...near.data, ...far.data]) expect(tone).toBeCloseTo(0.6, 4);
  });

  test("is inverted in its views if requested", () => {
    const { near, far } = viewPicture(pictureOf(sheet(toLight(0.6))), { ...ON_BLACK, invert: true });
    for (const tone of [...near.data, ...far.data]) expect(tone).toBeCloseTo(0.4, 4);
  });

  test("stays black where it is transparent, even inverted", () => {
    const opacity = { ...sheet(0), data: sheet(0).data.map((_, i) => (i % WIDTH < WIDTH / 2 ? 1 : 0)) };
    const { near, far } = viewPicture(pictureOf(sheet(0), opacity), { ...ON_BLACK, invert: true });
    for (let y = 0; y < HEIGHT; y++) {
      expect(near.data[y * WIDTH]).toBeCloseTo(1, 3);
      expect(near.data[(y + 1) * WIDTH - 1]).toBe(0);
    }
    expect(far.data[0]).toBeCloseTo(1, 3);
    expect(far.data[far.width - 1]).toBe(0);
  });

  test("on paper is white where it is transparent", () => {
    const opacity = { ...sheet(0), data: sheet(0).data.map((_, i) => (i % WIDTH < WIDTH / 2 ? 1 : 0)) };
    const { near } = viewPicture(pictureOf(sheet(0), opacity), { invert: false, background: "light" });
    for (let y = 0; y < HEIGHT; y++) {
      expect(near.data[y * WIDTH]).toBeCloseTo(0, 3);
      expect(near.data[(y + 1) * WIDTH - 1]).toBe(1);
    }
  });

  test("is blurred twice as much in the far view: by a cell's width, two samples", () => {
    const dot = makePlane(WIDTH, HEIGHT);
    dot.data[12 * WIDTH + 12] = 0.5;
    const { far } = viewPicture(pictureOf(dot), ON_BLACK);
    const light = far.data.map(toLight);
    const center = (axis: (i: number) => number) => light.reduce((sum, value, i) => sum + value * axis(i), 0) / total;
    const total = light.reduce((sum, value) => sum + value, 0);
    const across = (i: number) => 2 * (i % far.width) + 1;
    const middle = center(across);
    const variance = center((i) => (across(i) - middle) ** 2);
    // 2² for the eye, 1/4 for the step from two samples to one, minus the tail beyond three sigma
    expect(Math.abs(variance - 4.25)).toBeLessThan(0.25);
  });
});

describe("a grid", () => {
  test("has views of the same size as the image's", () => {
    const { near, far } = viewGrid(gridOf("#".repeat(CELLS)));
    expect([near.width, near.height, far.width, far.height]).toEqual([24, 24, 12, 12]);
  });

  test("of blanks is black", () => {
    const { near, far } = viewGrid(gridOf(" ".repeat(CELLS)));
    expect(Math.max(...near.data, ...far.data)).toBe(0);
  });

  const lightOf = (glyph: string): number => ATLAS.tone[ATLAS.indexOf(glyph)]!;

  test("of full blocks is uniform: its tone is the glyph's measured one without the mid-tone lift", () => {
    const tone = toTone(lightOf("█")) ** (1 / liftOn("dark"));
    const { near, far } = viewGrid(gridOf("█".repeat(CELLS)));
    for (const seen of [...near.data, ...far.data]) expect(Math.abs(seen - tone)).toBeLessThan(0.01);
  });

  test.each([..."░▒▓"])("of %s has, relative to full blocks, the far tone that a decoder reads", (glyph) => {
    const meanOf = (text: string): number => {
      const { data } = viewGrid(gridOf(text.repeat(CELLS))).far;
      return data.reduce((sum, value) => sum + value, 0) / data.length;
    };
    const tone = toneOf(lightOf(glyph) / lightOf("█"), { densest: lightOf("█") });
    expect(tone).toBeLessThan(0.95);
    expect(Math.abs(meanOf(glyph) / meanOf("█") - tone)).toBeLessThan(0.01);
  });

  test("shows the texture of its glyphs in the near view and hides it in the far view", () => {
    const { near, far } = viewGrid(gridOf("_".repeat(CELLS)));
    const contrastIn = ({ data, width, height }: Plane): number => {
      const inner = data.subarray((width * height) / 4, (3 * width * height) / 4);
      return Math.max(...inner) - Math.min(...inner);
    };
    expect(contrastIn(near)).toBeGreaterThan(0.05);
    expect(contrastIn(far)).toBeLessThan(contrastIn(near) / 3);
  });

  test("identifies its glyphs by their index in the atlas", () => {
    const text = "@ .".repeat(CELLS / 3);
    expect([...atlasCells(gridOf(text))].map((glyph) => ATLAS.glyphs[glyph]).join("")).toBe(text);
  });

  test("numbers its strokes after the codebook's glyphs", () => {
    const grid = gridOf("@ .".repeat(CELLS / 3));
    const strokes = ["/", "|"].map(ATLAS.indexOf);
    const cells = grid.cells.slice().fill(grid.codebook.glyphs.length + 1, 0, 2);
    const stroked = { ...grid, cells, codebook: { ...grid.codebook, strokes } };
    expect([...atlasCells(stroked)].map((glyph) => ATLAS.glyphs[glyph]).join("")).toBe(
      `||.${"@ .".repeat(CELLS / 3 - 1)}`,
    );
  });
});
