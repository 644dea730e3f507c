import { describe, expect, test } from "vitest";
import { UsageError } from "../streams.ts";
import { readCommand } from "./read-command.ts";

/** What a command line that begins with `decode` is refused with. */
const refusal = (...words: string[]): string => {
  try {
    return `accepted: ${JSON.stringify(readCommand(["decode", ...words]))}`;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
};

test("decode takes a file of art, where the picture goes and how it was drawn", () => {
  const words = ["decode", "art.txt", "--out=a.png", "--scale", "3", "--charset", "blocks", "--invert", "--dither"];
  expect(readCommand(words)).toEqual({
    kind: "decode",
    art: "art.txt",
    out: "a.png",
    scale: 3,
    hints: { charset: "blocks", inverted: true, diffused: true },
  });
});

test("without more flags it is a picture of eight pixels a cell, and nothing is known of the art", () => {
  expect(readCommand(["decode", "--out", "A.PNG", "-"])).toEqual({
    kind: "decode",
    art: "-",
    out: "A.PNG",
    scale: 8,
    hints: { charset: undefined, inverted: false, diffused: false },
  });
});

test("--cells is a size of its own", () => {
  expect(readCommand(["decode", "a.json", "--out", "a.png", "--cells"])).toMatchObject({ scale: "cells" });
});

test("an image of the name decode can still be drawn", () => {
  expect(readCommand(["./decode"])).toMatchObject({ kind: "draw", operands: ["./decode"] });
});

describe("a problem is told:", () => {
  const ok = ["a.json", "--out", "a.png"];
  for (const [name, words, sentence] of [
    ["no art", ["--out", "a.png"], "Name the art: lumiglyph decode art.json --out picture.png"],
    ["two files", ["a", "b", "--out", "a.png"], "Name one file of art, not 2: a, b"],
    ["nowhere to go", ["a.json"], "Say where the picture goes: lumiglyph decode art.json --out picture.png"],
    [
      "an out without a value",
      ["a.json", "--out"],
      "Say where the picture goes: lumiglyph decode art.json --out picture.png",
    ],
    [
      "another kind of file",
      ["a.json", "--out", "a.jpg"],
      "`--out` takes a name that ends in .png, which is what is written.",
    ],
    ["a misspelled flag", [...ok, "--scal=2"], "`decode` has no flag `--scal`. Did you mean `--scale`?"],
    ["a flag of drawing", [...ok, "--saturation", "2"], "`decode` has no flag `--saturation`."],
    ["a word with one dash", [...ok, "-x"], "`decode` has no flag `-x`. A file of this name is ./-x"],
    [
      "a scale of nothing",
      [...ok, "--scale", "0"],
      "`--scale` takes an integer from 1 to 16: the pixels that a cell is wide.",
    ],
    [
      "a scale too large",
      [...ok, "--scale", "17"],
      "`--scale` takes an integer from 1 to 16: the pixels that a cell is wide.",
    ],
    [
      "half a scale",
      [...ok, "--scale=2.5"],
      "`--scale` takes an integer from 1 to 16: the pixels that a cell is wide.",
    ],
    [
      "two sizes",
      [...ok, "--cells", "--scale", "2"],
      "`--cells` is one pixel a cell and `--scale` another size: give one of them.",
    ],
    ["a flag twice", [...ok, "--cells", "--cells"], "`--cells` is given 2 times; once says it."],
    ["a switch with a value", [...ok, "--invert=true"], "`--invert` takes no value."],
    [
      "an unknown charset",
      [...ok, "--charset", "bloks"],
      "Expected one of standard, detailed, blocks, binary, dots, minimal for `--charset` but received `bloks`. Did you mean `blocks`?",
    ],
  ] as const) {
    test(name, () => expect(refusal(...words)).toBe(sentence));
  }
});
