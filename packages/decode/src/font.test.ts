import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { atlasFor, type FontProfile, loadFont } from "@lumiglyph/engine";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { programPath } from "../../../tests/support/programs.ts";
import { measureFont, UnreadableFont } from "./font.ts";

const fileOf = createRequire(import.meta.url).resolve;
const WOFF = readFileSync(fileOf("@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff"));
const WOFF2 = readFileSync(fileOf("@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff2"));
const TTF = readFileSync(programPath("DejaVuSansMono.ttf"));
const PROPORTIONAL = readFileSync(programPath("DejaVuSans.ttf"));

/** The file with a table's tag replaced. */
const retagged = (file: Buffer, from: string, to: string): Buffer => {
  const copy = Buffer.from(file);
  copy.write(to, copy.subarray(0, 400).indexOf(from), "latin1");
  return copy;
};

/** A WOFF file in which every table claims to unpack to two megabytes. */
const bomb = (): Buffer => {
  const copy = Buffer.from(WOFF);
  const tables = copy.readUInt16BE(12);
  for (let table = 0; table < tables; table++) copy.writeUInt32BE(2_000_000, 44 + 20 * table + 12);
  return copy;
};

const refusal = async (file: Uint8Array): Promise<string> => {
  try {
    await measureFont(file);
  } catch (error) {
    if (error instanceof UnreadableFont) return error.message;
    throw error;
  }
  return "measured";
};

test("measures a shipped font as its profile was", async () => {
  await loadFont("jetbrains");
  // the id is a hash of the light
  expect((await measureFont(WOFF)).id).toBe(atlasFor("detailed", "dark", "jetbrains").id);
});

test("takes less than two seconds", async () => {
  const begun = performance.now();
  await measureFont(TTF);
  expect(performance.now() - begun).toBeLessThan(2000);
});

test("names the font", async () => {
  expect((await measureFont(TTF)).families).toEqual(["DejaVu Sans Mono"]);
});

/** Light of each part of each character, in steps. */
const stepsOf = ({ light }: FontProfile): readonly number[] => Array.from(light, (step) => step.charCodeAt(0) - 0x23);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

test("strokes lie where the font draws them", async () => {
  const steps = stepsOf(await measureFont(TTF));
  const rowsOf = (glyph: string): number[] => {
    const from = 32 * (glyph.charCodeAt(0) - 0x20);
    return Array.from({ length: 8 }, (_, row) => sum(steps.slice(from + 4 * row, from + 4 * row + 4)));
  };
  const brightest = (glyph: string): number => rowsOf(glyph).indexOf(Math.max(...rowsOf(glyph)));
  expect(rowsOf(" ")).toEqual(Array(8).fill(0));
  expect(["'", "-", "_"].map(brightest)).toEqual([2, 4, 7]);
});

test("a larger size has fuller strokes, a higher line more space", async () => {
  const inkOf = async (setting: { size?: number; lineHeight?: number }): Promise<number> =>
    sum(stepsOf(await measureFont(TTF, setting)).map((step) => step * step));
  const usual = await inkOf({ size: 13.3 });
  expect(await inkOf({ size: 26.6 })).toBeGreaterThan(usual * 1.1);
  expect(await inkOf({ size: 13.3, lineHeight: 2.4 })).toBeLessThan(usual * 0.75);
});

describe("refuses", () => {
  test.each([
    ["a picture", Buffer.from("89504e470d0a1a0a0000000d49484452".padEnd(200, "0"), "hex"), "This is not a font file."],
    ["nothing", Buffer.alloc(0), "This is not a font file."],
    ["WOFF2", WOFF2, "This is a WOFF2 file."],
    ["a collection", Buffer.concat([Buffer.from("ttcf"), TTF.subarray(4)]), "This file holds several fonts."],
    ["a huge file", Buffer.alloc(20_000_001), "The font file is larger than 20 MB."],
    ["a variable font", retagged(TTF, "GPOS", "fvar"), "This is a variable font."],
    ["a color font", retagged(TTF, "GPOS", "COLR"), "This is a color font;"],
    ["a bitmap font", retagged(TTF, "glyf", "EBDT"), "The font has no outlines,"],
    ["a proportional font", PROPORTIONAL, "The font is not monospaced:"],
    ["a font cut short", WOFF.subarray(0, 2000), "The font file is cut short."],
    [
      "damaged tables",
      Buffer.concat([WOFF.subarray(0, 3000), Buffer.alloc(WOFF.length - 3000, 7)]),
      "The font file is damaged:",
    ],
    ["a small file of large tables", bomb(), "The font is larger than 20 MB when it is unpacked."],
    ["a font without letters", retagged(TTF, "cmap", "none"), "The font lacks 95 of the 95 printable ASCII characters"],
  ])("%s with a sentence", async (_what, file, sentence) => {
    expect(await refusal(file)).toContain(sentence);
  });

  test("altered bytes only with an error message", async () => {
    const place = fc.nat({ max: TTF.length - 1 });
    const changes = fc.array(fc.tuple(place, fc.nat({ max: 255 })), { minLength: 1, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(changes, async (edits) => {
        const file = Buffer.from(TTF);
        for (const [at, byte] of edits) file[at % 3 === 0 ? at % 2000 : at] = byte;
        expect(typeof (await refusal(file))).toBe("string");
      }),
      { numRuns: 60 },
    );
  });
});
