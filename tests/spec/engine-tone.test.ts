import type { RenderParams } from "@lumiglyph/contract";
import { type Raster, render } from "@lumiglyph/engine";
import { beforeAll, expect, test } from "vitest";
import { optionsWith, PLAIN } from "../support/params.ts";
import { horizontalRamp, paint, paintGray } from "../support/rasters.ts";
import { inkOf, linesOf, picture, tonesOf } from "./drawn.ts";

const columns = 32;

let moonlit: Raster;
let stillLife: Raster;
let steps: Raster;

beforeAll(async () => {
  moonlit = await picture("moonlit.png");
  stillLife = await picture("still-life.png");
  steps = await picture("charts/steps.png");
});

/** Mean target light and rendered light for each value of a parameter. */
const series = (raster: Raster, values: readonly Partial<RenderParams>[]) =>
  values.map((value) => {
    const given = { ...PLAIN, columns, ...value };
    return { target: tonesOf(raster, given), drawn: inkOf(linesOf(raster, given).join("")) };
  });

const isRising = (numbers: readonly number[]) => numbers.every((value, at) => at === 0 || value > numbers[at - 1]!);

test("Every row has `columns` characters (spec 2.2)", () => {
  for (const columns of [8, 33, 120, 400]) {
    const rows = linesOf(horizontalRamp(64, 16), { columns });
    expect(rows.map((row) => [...row].length)).toEqual(rows.map(() => columns));
  }
});

test("More brightness is more light, on a dark image and on a bright one (spec 2.2)", () => {
  for (const raster of [moonlit, stillLife]) {
    const found = series(raster, [{ brightness: -60 }, { brightness: 0 }, { brightness: 60 }, { brightness: 120 }]);
    expect(isRising(found.map(({ target }) => target.mean))).toBe(true);
    expect(isRising(found.map(({ drawn }) => drawn))).toBe(true);
  }
});

test("More contrast is a wider spread of light around the middle (spec 2.2)", () => {
  const middle = paintGray(64, 64, (x) => 96 + x);
  const found = series(middle, [{ contrast: 0.5 }, { contrast: 1 }, { contrast: 2 }, { contrast: 4 }]);
  expect(isRising(found.map(({ target }) => target.spread))).toBe(true);
  expect(isRising(found.map(({ target }) => -target.least))).toBe(true);
});

test("Gamma changes the mid-tones and keeps black and white (spec 2.2)", () => {
  const found = series(steps, [{ gamma: 0.4 }, { gamma: 0.8 }, { gamma: 1 }, { gamma: 1.6 }, { gamma: 2 }]);
  expect(isRising(found.map(({ target }) => target.mean))).toBe(true);
  expect(Math.max(...found.map(({ target }) => target.least))).toBeLessThan(0.01);
  expect(Math.min(...found.map(({ target }) => target.most))).toBeGreaterThan(0.99);
});

test("Inversion makes dark bright and bright dark (spec 2.2)", () => {
  const ramp = horizontalRamp(64, 64);
  const halves = (invert: boolean) => {
    const rows = linesOf(ramp, { ...PLAIN, columns, invert });
    return [rows.map((row) => row.slice(0, 8)), rows.map((row) => row.slice(-8))].map((part) => inkOf(part.join("")));
  };
  const [dark, bright] = halves(false);
  const [left, right] = halves(true);
  expect(bright).toBeGreaterThan(3 * dark!);
  expect(left).toBeGreaterThan(3 * right!);
});

test("Half-transparent white is the gray of half its light (answers 1.10)", () => {
  const light = (gray: number, alpha: number) =>
    tonesOf(
      paint(64, 64, () => [gray, gray, gray, alpha]),
      { ...PLAIN, columns },
    ).mean;
  expect(light(255, 128)).toBeCloseTo(light(188, 255), 2);
  expect(light(200, 192)).toBeCloseTo(light(176, 255), 2);
});

test("Transparency beside an image does not darken it, and counts as black for the black point (answers 1.10)", () => {
  const grayAt = (x: number) => 100 + Math.round((40 * x) / 63);
  const alone = paintGray(64, 64, grayAt);
  const beside = (hidden: number) =>
    paint(192, 64, (x) => (x < 64 ? [grayAt(x), grayAt(x), grayAt(x)] : [hidden, hidden, hidden, 0]));
  const rows = (raster: Raster, columns: number) =>
    linesOf(raster, { ...PLAIN, autoLevels: 0.9, columns }).map((row) => row.slice(0, 31));
  expect(rows(beside(255), 96)).toEqual(rows(beside(0), 96));
  const ends = (text: readonly string[]) =>
    [0, 26].map((from) => inkOf(text.map((row) => row.slice(from, from + 4)).join("")));
  const [darkAlone, brightAlone] = ends(rows(alone, 32)) as [number, number];
  const [darkBeside, brightBeside] = ends(rows(beside(255), 96)) as [number, number];
  expect(brightBeside).toBeGreaterThan(0.95 * brightAlone);
  expect(darkBeside).toBeGreaterThan(3 * darkAlone);
});

test("A cell less than half opaque is blank, inverted or not; one more than half is not (answers 1.10)", () => {
  const white = (alpha: number) => paint(64, 64, (x) => [255, 255, 255, x < 32 ? 255 : alpha]);
  for (const invert of [false, true]) {
    const hidden = linesOf(white(120), { ...PLAIN, columns, invert });
    expect(hidden.map((row) => row.slice(16))).toEqual(hidden.map(() => " ".repeat(16)));
  }
  const shown = linesOf(white(140), { ...PLAIN, columns });
  expect(shown.some((row) => row.slice(17).includes(" "))).toBe(false);
});

test("Color changes the glyphs, but not in text; without it, saturation and mono color change none (answers 1.18)", () => {
  const glyphs = (given: Partial<RenderParams>) => {
    const { lines } = JSON.parse(render(stillLife, optionsWith({ columns, format: "json", ...given })).body);
    return lines;
  };
  expect(glyphs({ color: true })).not.toEqual(glyphs({}));
  expect(linesOf(stillLife, { columns, color: true })).toEqual(linesOf(stillLife, { columns }));
  expect(glyphs({ saturation: 4, monoColor: "#ff0000" })).toEqual(glyphs({}));
  expect(glyphs({ color: true, monoColor: "#ff0000" })).toEqual(glyphs({ color: true }));
});

test("edgeStrength has no effect without edges (answers 1.18)", () => {
  const text = (given: Partial<RenderParams>) => linesOf(stillLife, { columns, ...given });
  expect(text({ edgeStrength: 5 })).toEqual(text({ edgeStrength: 0.1 }));
  expect(text({ edges: true, edgeStrength: 5 })).not.toEqual(text({ edges: true, edgeStrength: 0.1 }));
});

test("maxGlyphRmse has no effect with a fixed ramp (answers 1.18)", () => {
  const text = (given: Partial<RenderParams>) => linesOf(stillLife, { columns, ...given });
  expect(text({ glyphStrategy: "fixed", maxGlyphRmse: 0.1 })).toEqual(
    text({ glyphStrategy: "fixed", maxGlyphRmse: 0.005 }),
  );
  expect(text({ maxGlyphRmse: 0.1 })).not.toEqual(text({ maxGlyphRmse: 0.005 }));
});

test("motionSensitivity is echoed and affects nothing else (answers 1.14)", () => {
  const art = (motionSensitivity: number) =>
    JSON.parse(render(stillLife, optionsWith({ columns, format: "json", motionSensitivity })).body);
  const [still, quick] = [art(0), art(1)];
  expect([still.params.motionSensitivity, quick.params.motionSensitivity]).toEqual([0, 1]);
  expect({ ...still, params: null }).toEqual({ ...quick, params: null });
});
