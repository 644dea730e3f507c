import { expect, test } from "vitest";
import { readArt } from "./art.ts";
import { formOf } from "./raster.ts";

const EDGE = ["########", "########", '""""""""', "        ", "        "].join("\n");
const EVEN = Array(5).fill("########").join("\n");

/** Greatest distance between the light with form and without. */
const relief = (art: string, diffused: boolean): number => {
  const { even, formed } = formOf(readArt(art, { charset: "detailed", diffused }));
  return even.data.reduce((most, light, i) => Math.max(most, Math.abs(light - formed.data[i]!)), 0);
};

test("an edge has the form of its glyphs", () => {
  expect(relief(EDGE, false)).toBeGreaterThan(0.05);
});

test("even light has none: the glyphs' texture is not in the picture", () => {
  expect(relief(EVEN, false)).toBeLessThan(1e-6);
});

test("what error diffusion has drawn has none: the glyphs' shapes say nothing", () => {
  expect(relief(EDGE, true)).toBe(0);
});

test("there are two samples across a cell and four down it", () => {
  const { even, formed } = formOf(readArt(EDGE));
  for (const plane of [even, formed]) expect(plane).toMatchObject({ width: 16, height: 20 });
});
