import { describe, expect, test } from "vitest";
import { readCommand } from "./read-command.ts";
import { UsageError } from "./streams.ts";

describe("read draw", () => {
  /** The error message of a command line. */
  const refusal = (...words: string[]): string => {
    try {
      return `accepted: ${JSON.stringify(readCommand(words))}`;
    } catch (error) {
      if (error instanceof UsageError) return error.message;
      throw error;
    }
  };

  /** A parsed rendering command: its operands and options. */
  const drawing = (...words: string[]) => {
    const command = readCommand(words);
    if (command.kind !== "draw") throw new Error(command.kind);
    return command;
  };

  test("a flag is its parameter in kebab-case, its value the next word or after =", () => {
    const words = [
      "photo.jpg",
      "--edge-strength",
      "0.5",
      "--brightness=-0.2",
      "--gamma",
      ".8",
      "--edges",
      "--no-color",
    ];
    expect(drawing(...words)).toMatchObject({
      operands: ["photo.jpg"],
      options: { edgeStrength: 0.5, brightness: -0.2, gamma: 0.8, edges: true, color: false },
    });
  });

  test("a negative value is a value", () => {
    expect(drawing("photo.jpg", "--brightness", "-0.2")).toMatchObject({ options: { brightness: -0.2 } });
  });

  test("a letter stands for its flag, alone, with its value, or with other letters", () => {
    const long = drawing("a.png", "--watch", "--columns", "80", "--format", "svg", "--out", "art.svg");
    expect(drawing("a.png", "-w", "-c", "80", "-f", "svg", "-o", "art.svg")).toEqual(long);
    expect(drawing("a.png", "-wc80", "-fsvg", "-oart.svg")).toEqual(long);
  });

  test("behind -- every word is a picture", () => {
    expect(drawing("--columns", "80", "--", "--edges", "-h")).toMatchObject({ operands: ["--edges", "-h"] });
  });

  test("nothing is chosen yet: what is not given is left to the terminal", () => {
    expect(readCommand(["a.png", "b.png"])).toEqual({
      kind: "draw",
      operands: ["a.png", "b.png"],
      options: {},
      out: null,
      watch: false,
    });
  });

  describe("a problem is told in flags:", () => {
    test("a misspelled one", () => {
      expect(refusal("photo.jpg", "--edge-strenght", "1")).toBe(
        "There is no flag `--edge-strenght`. Did you mean `--edge-strength`?",
      );
    });

    test("one like no other", () => {
      expect(refusal("photo.jpg", "--nonsense-of-mine=1")).toBe("There is no flag `--nonsense-of-mine`.");
    });

    test("one spelled as the service spells it", () => {
      expect(refusal("photo.jpg", "--edgeStrength=1")).toBe(
        "There is no flag `--edgeStrength`. Did you mean `--edge-strength`?",
      );
    });

    test("one given twice", () => {
      expect(refusal("photo.jpg", "--columns", "80", "--columns", "90")).toBe(
        "`--columns` has 2 values; it takes one value.",
      );
    });

    test("a switch that is on and off", () => {
      expect(refusal("photo.jpg", "--color", "--no-color")).toBe("`--color` has 2 values; it takes one value.");
    });

    test("a no before what cannot be switched off", () => {
      expect(refusal("photo.jpg", "--no-columns", "80")).toBe(
        "There is no flag `--no-columns`. Did you mean `--columns`?",
      );
    });

    test("a switch that is off and has a value", () => {
      expect(refusal("photo.jpg", "--no-color=true")).toBe("`--color` has 2 values; it takes one value.");
      expect(refusal("photo.jpg", "--watch=yes")).toBe("`--watch` takes no value.");
    });

    test("a flag of this command given twice", () => {
      expect(refusal("photo.jpg", "-o", "a.txt", "--out=b.txt", "-ww")).toBe(
        "`--out` has 2 values; it takes one value.\n`--watch` is given 2 times; give it once.",
      );
    });

    test("an output without a name, and nothing to watch", () => {
      expect(refusal("photo.jpg", "--out")).toBe("Say where the art goes: lumiglyph photo.jpg --out photo.html");
      const sentence = "`--watch` needs a file to watch: lumiglyph photo.jpg --watch";
      expect(refusal("--watch")).toBe(sentence);
      expect(refusal("-", "--watch")).toBe(sentence);
    });

    test("everything at once", () => {
      expect(refusal("photo.jpg", "--colums", "80", "-x", "--gamma", "9")).toBe(
        "There is no flag `--colums`. Did you mean `--columns`?\n" +
          "There is no flag `-x`. For a file of this name, write ./-x\n" +
          "Expected a number from 0.2 to 3 for `--gamma` but received `9`.",
      );
    });

    test("a value out of range, and one that only looks like a parameter", () => {
      expect(refusal("photo.jpg", "--edge-strength", "9", "--glyph-strategy", "columns")).toBe(
        "Expected a number from 0.1 to 5 for `--edge-strength` but received `9`.\n" +
          "Expected one of adaptive, fixed for `--glyph-strategy` but received `columns`.",
      );
    });
  });

  describe("an image is a word of its own,", () => {
    for (const words of [
      ["--image", "photo.jpg"],
      ["--imageUrl=https://a.example/b.png"],
      ["--image-base64", "AAAA"],
    ]) {
      test(`not ${words.join(" ")}`, () => {
        const [flag] = words[0]!.split("=");
        const sentence = `There is no flag \`${flag}\`. The image is not a flag: lumiglyph photo.jpg`;
        expect(refusal(...words)).toBe(sentence);
        expect(refusal("photo.jpg", ...words)).toBe(sentence);
      });
    }

    test("not a word with one dash", () => {
      const sentence = "There is no flag `-x`. For a file of this name, write ./-x";
      expect(refusal("-x")).toBe(sentence);
      expect(refusal("photo.jpg", "-x")).toBe(sentence);
    });

    test("or a single dash, for standard input", () => {
      expect(drawing("-")).toMatchObject({ operands: ["-"] });
    });
  });
});

describe("read decode", () => {
  /** The error message of a `decode` command line. */
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
      ["another kind of file", ["a.json", "--out", "a.jpg"], "`--out` takes a file name that ends in .png."],
      ["a misspelled flag", [...ok, "--scal=2"], "`decode` has no flag `--scal`. Did you mean `--scale`?"],
      ["a flag of drawing", [...ok, "--saturation", "2"], "`decode` has no flag `--saturation`."],
      ["a word with one dash", [...ok, "-x"], "`decode` has no flag `-x`. For a file of this name, write ./-x"],
      [
        "a scale of nothing",
        [...ok, "--scale", "0"],
        "`--scale` takes an integer from 1 to 16: the pixels per cell width.",
      ],
      [
        "a scale too large",
        [...ok, "--scale", "17"],
        "`--scale` takes an integer from 1 to 16: the pixels per cell width.",
      ],
      ["half a scale", [...ok, "--scale=2.5"], "`--scale` takes an integer from 1 to 16: the pixels per cell width."],
      [
        "two sizes",
        [...ok, "--cells", "--scale", "2"],
        "`--cells` and `--scale` exclude each other: give one of them.",
      ],
      ["a flag twice", [...ok, "--cells", "--cells"], "`--cells` is given 2 times; give it once."],
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
});

describe("read mcp", () => {
  test("mcp serves, with a folder or without", () => {
    expect(readCommand(["mcp"])).toEqual({ kind: "mcp", root: null });
    expect(readCommand(["mcp", "--root", "pictures"])).toEqual({ kind: "mcp", root: "pictures" });
    expect(readCommand(["mcp", "--root=pictures"])).toEqual({ kind: "mcp", root: "pictures" });
  });

  test.each([
    [["mcp", "--root"], "Name one folder: lumiglyph mcp --root pictures"],
    [["mcp", "--root="], "Name one folder: lumiglyph mcp --root pictures"],
    [["mcp", "--root", "a", "b"], "`mcp` takes no `b`."],
    [["mcp", "--root", "a", "--root", "b"], "`--root` has 2 values; it takes one value."],
    [["mcp", "--port", "8"], "`mcp` has no flag `--port`. Did you mean `--root`?"],
    [["mcp", "photo.jpg"], "`mcp` takes no `photo.jpg`."],
  ])("%j is told why not", (words, message) => expect(() => readCommand(words)).toThrow(message));
});

describe("read serve", () => {
  test("serve leaves to the environment what it is not told", () => {
    expect(readCommand(["serve"])).toEqual({ kind: "serve", port: null, host: null });
    expect(readCommand(["serve", "-p", "0", "--host=0.0.0.0"])).toEqual({ kind: "serve", port: "0", host: "0.0.0.0" });
  });

  test.each([
    [["serve", "--port", "65536"], "`--port` takes an integer from 0 to 65535; 0 is any free one."],
    [["serve", "--port", "-1"], "`--port` takes an integer from 0 to 65535; 0 is any free one."],
    [["serve", "--port"], "`--port` takes an integer from 0 to 65535; 0 is any free one."],
    [["serve", "--host"], "Name an address: lumiglyph serve --host 0.0.0.0"],
    [["serve", "pictures"], "`serve` takes no `pictures`."],
    [["serve", "--hots", "a"], "`serve` has no flag `--hots`. Did you mean `--host`?"],
  ])("%j is told why not", (words, message) => expect(() => readCommand(words)).toThrow(message));
});
