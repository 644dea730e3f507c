import { describe, expect, test } from "vitest";
import { planeOf } from "../../../../tests/support/rasters.ts";
import { ATLAS, rampOf } from "../glyphs/atlas.ts";
import { toLight } from "../math/srgb.ts";
import { lightOfTone } from "../search/target.ts";
import { readArt } from "./art.ts";
import { cellLight, pictureLight, toneOf } from "./tone.ts";

const densest = ATLAS.tone[rampOf("detailed").at(-1)!]!;

test("a tone comes back from the light that it was drawn with", () => {
  for (const tone of [0, 0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 1]) {
    const [light] = lightOfTone(planeOf([[tone]]), densest).data;
    expect(toneOf(light! / densest, densest)).toBeCloseTo(tone, 3);
  }
});

test("light beyond the densest glyph is white, light below none is black", () => {
  expect(toneOf(1.2, densest)).toBe(1);
  expect(toneOf(-0.1, densest)).toBe(0);
});

test("a picture's light is its tones', and of an inverted page those of the opposite", () => {
  const page = readArt("Mm.", { charset: "detailed" });
  const [light] = lightOfTone(planeOf([[0.25]]), densest).data;
  const seen = (inverted: boolean) => pictureLight(planeOf([[light! / densest]]), { ...page, inverted }).data[0];
  expect(seen(false)).toBeCloseTo(toLight(0.25), 2);
  expect(seen(true)).toBeCloseTo(toLight(0.75), 2);
});

describe("a cell's light", () => {
  test("of an even page is its glyph's, relative to the densest of the charset", () => {
    const even = Array(5).fill("=======").join("\n");
    const ink = ATLAS.tone[ATLAS.indexOf("=")]!;
    const middle = (charset: "standard" | "detailed") => cellLight(readArt(even, { charset })).data[17]!;
    expect(middle("detailed")).toBeCloseTo(ink / densest, 5);
    expect(middle("standard")).toBeCloseTo(ink / ATLAS.tone[rampOf("standard").at(-1)!]!, 5);
  });

  test("of a diffused page is read from its own glyph, of any other also from those around it", () => {
    const lone = ["     ", "     ", "  @  ", "     ", "     "].join("\n");
    const middle = (diffused: boolean) => cellLight(readArt(lone, { charset: "detailed", diffused })).data[12]!;
    expect(middle(true)).toBeGreaterThan(0.8);
    expect(middle(false)).toBeLessThan(0.7);
  });
});
