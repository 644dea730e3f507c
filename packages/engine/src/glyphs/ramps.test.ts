import { PARAMS } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { ATLAS, CHARSET_GLYPHS, rampOf } from "./atlas.ts";

const written = (ramp: readonly number[]) => ramp.map((index) => ATLAS.glyphs[index]).join("");

test("the ramps run from the blank to the most ink", () => {
  expect(written(rampOf("standard"))).toBe(" .-:=*+%#@");
  expect(written(rampOf("blocks"))).toBe(" ░▒▓█");
  expect(written(rampOf("binary"))).toBe(" 10");
  expect(written(rampOf("dots"))).toBe(" ⠐⠡⢔⢕⢵⣞⣯⣿");
  expect(written(rampOf("minimal"))).toBe(" .:#");
});

test("detailed starts with the faintest marks and ends with the fullest letters", () => {
  expect(written(rampOf("detailed").slice(0, 8))).toBe(" `'.-_,:");
  expect(written(rampOf("detailed").slice(-4))).toBe("QWBN");
});

test.each(PARAMS.charset.values)("the ramp of %s holds each of its glyphs once, in rising order of ink", (charset) => {
  const ramp = rampOf(charset);
  expect([...written(ramp)].sort()).toEqual([...CHARSET_GLYPHS[charset]].sort());
  expect(ramp[0]).toBe(ATLAS.indexOf(" "));
  for (let i = 1; i < ramp.length; i++) expect(ATLAS.tone[ramp[i]!]).toBeGreaterThanOrEqual(ATLAS.tone[ramp[i - 1]!]!);
});
