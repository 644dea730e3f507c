import { finish, openPicture, PLAIN_KERNELS } from "@lumiglyph/engine";
import { expect, test } from "vitest";
import { wantedInk } from "./cell-facts.ts";

const HISTOGRAM = new Array<number>(256).fill(0);
HISTOGRAM[0] = 1;
HISTOGRAM[51] = 2;
HISTOGRAM[255] = 1;

const wanting = (invert: boolean) =>
  wantedInk({
    tones: Float32Array.of(0.1, 0.4, 0.41, 0.9),
    glyphs: { tones: HISTOGRAM },
    params: { invert },
  });

test("a tone wants the light of its place in the histogram", () => {
  expect([0.1, 0.4, 0.41, 0.9].map(wanting(false))).toEqual([0, 0.2, 0.2, 1]);
});

test("inverted, the darkest tone wants the most ink", () => {
  expect([0.1, 0.4, 0.41, 0.9].map(wanting(true))).toEqual([1, 0.2, 0.2, 0]);
});

test("of a real picture, a ramp, it finds what each column wanted within a few bins of the evidence", () => {
  const [width, height] = [256, 32];
  const data = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) data.fill(i % width, i * 4, i * 4 + 3).fill(255, i * 4 + 3, i * 4 + 4);
  const options = { columns: 64, autoOptimize: 0, sharpen: 0, denoise: 0 };
  const print = finish(openPicture({ width, height, data }, { kernels: PLAIN_KERNELS }).render(options));
  const tones = print.tones();
  const wanted = wantedInk({ tones, glyphs: print.glyphs, params: print.params });
  const inks = [...tones.subarray(0, 64)].map(wanted);
  expect(inks).toEqual(inks.toSorted((one, other) => one - other));
  expect([inks[0], inks[63]]).toEqual([0, 1]);
  const drawn = [...print.lines()[2]!].map((glyph) => print.glyphs.inks[print.glyphs.codebook.indexOf(glyph)]!);
  const away = drawn.map((ink, column) => ink - inks[column]!);
  expect(Math.abs(away.reduce((sum, each) => sum + each, 0) / 64)).toBeLessThan(0.03);
});
