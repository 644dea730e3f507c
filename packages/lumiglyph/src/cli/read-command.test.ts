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

  test("reads a flag as its parameter in kebab-case, with the value as the next word or after =", () => {
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

  test("reads a negative number as a value", () => {
    expect(drawing("photo.jpg", "--brightness", "-0.2")).toMatchObject({ options: { brightness: -0.2 } });
  });

  test("reads a short flag alone, with its value, or combined", () => {
    const long = drawing("a.png", "--watch", "--columns", "80", "--format", "svg", "--out", "art.svg");
    expect(drawing("a.png", "-w", "-c", "80", "-f", "svg", "-o", "art.svg")).toEqual(long);
    expect(drawing("a.png", "-wc80", "-fsvg", "-oart.svg")).toEqual(long);
  });

  test("reads every word after -- as an image", () => {
    expect(drawing("--columns", "80", "--", "--edges", "-h")).toMatchObject({ operands: ["--edges", "-h"] });
  });

  test("leaves missing options to the terminal", () => {
    expect(readCommand(["a.png", "b.png"])).toEqual({
      kind: "draw",
      operands: ["a.png", "b.png"],
      options: {},
      out: null,
      blocks: false,
      watch: false,
      fontProfile: null,
      fit: "screen",
      center: false,
      probe: true,
      animate: true,
      plays: null,
      jobs: 1,
    });
  });

  test("the last of several equal flags wins", () => {
    expect(drawing("a.png", "--columns", "80", "--columns", "90", "--color", "--no-color")).toMatchObject({
      options: { columns: 90, color: false },
    });
    expect(drawing("a.png", "-o", "a.txt", "--out=b.txt", "-ww", "--no-probe", "--probe")).toMatchObject({
      out: "b.txt",
      watch: true,
      probe: true,
    });
    expect(drawing("a.png", "--size", "80x24", "--width", "60").options).toEqual({ columns: 60, rows: 24 });
    expect(drawing("a.png", "--width", "60", "--size", "80x24").options).toEqual({ columns: 80, rows: 24 });
  });

  test("accepts aliases from other tools", () => {
    const words = ["--width", "60", "--height=20", "--chars", " .#", "--font-ratio", "1/2"];
    const options = { columns: 60, rows: 20, characters: " #.", cellAspect: 0.5 };
    expect(drawing("a.png", ...words).options).toEqual(options);
  });

  test.each([
    ["80x24", { columns: 80, rows: 24 }],
    ["80", { columns: 80 }],
    ["80x", { columns: 80 }],
    ["x24", { rows: 24 }],
    ["80X24", { columns: 80, rows: 24 }],
  ])("reads --size %s", (size, options) => {
    expect(drawing("a.png", "--size", size).options).toEqual(options);
    expect(drawing("a.png", "-s", size).options).toEqual(options);
  });

  test("reads --colors: a palette implies color", () => {
    expect(drawing("a.png", "--colors", "256").options).toEqual({ colors: "256", color: true });
    expect(drawing("a.png", "--colors", "256", "--no-color").options).toEqual({ colors: "256", color: false });
    expect(drawing("a.png", "--colors", "none").options).toEqual({ color: false });
    expect(drawing("a.png", "--colors", "auto").options).toEqual({});
  });

  test("--blocks leaves the charset to the destination", () => {
    expect(drawing("a.png", "--blocks")).toMatchObject({ blocks: true, options: {} });
  });

  describe("reports in terms of flags", () => {
    test.each([
      ["--charset", "octants"],
      ["--charset", "dots"],
      ["--characters", " .#"],
    ])("--blocks with %s %s", (flag, value) => {
      const sentence = `\`--blocks\` and \`${flag}\` exclude each other: give one of them.`;
      expect(refusal("photo.jpg", "--blocks", flag, value)).toBe(sentence);
    });

    test("a misspelled flag", () => {
      expect(refusal("photo.jpg", "--edge-strenght", "1")).toBe(
        "There is no flag `--edge-strenght`. Did you mean `--edge-strength`?",
      );
    });

    test("a flag like no other", () => {
      expect(refusal("photo.jpg", "--nonsense-of-mine=1")).toBe("There is no flag `--nonsense-of-mine`.");
    });

    test("a flag in the service's spelling", () => {
      expect(refusal("photo.jpg", "--edgeStrength=1")).toBe(
        "There is no flag `--edgeStrength`. Did you mean `--edge-strength`?",
      );
    });

    test.each([
      [["--size", "wide"], "`--size` takes columns and rows: 80x24, 80x or x24."],
      [["--size", "x"], "`--size` takes columns and rows: 80x24, 80x or x24."],
      [["--size", "4x24"], "Expected an integer from 8 to 400 for `--columns` but received `4`."],
      [["--fit", "height"], "`--fit` takes screen or width."],
      [
        ["--colors", "9"],
        "Expected one of auto, none, truecolor, 256, 16, 8 for `--colors` but received `9`. Did you mean `8`?",
      ],
      [["-j", "0"], "`--jobs` takes an integer from 1 to 64."],
      [["--loop", "-1"], "`--loop` takes an integer from 0 to 10000."],
      [["--widht", "9"], "There is no flag `--widht`. Did you mean `--width`?"],
    ])("%j", (words, sentence) => {
      expect(refusal("photo.jpg", ...words)).toBe(sentence);
    });

    test("--no- with a flag that is not a switch", () => {
      expect(refusal("photo.jpg", "--no-columns", "80")).toBe(
        "There is no flag `--no-columns`. Did you mean `--columns`?",
      );
    });

    test("a negated switch with a value", () => {
      expect(refusal("photo.jpg", "--no-color=true")).toBe("`--no-color` takes no value.");
      expect(refusal("photo.jpg", "--watch=yes")).toBe("`--watch` takes no value.");
    });

    test("--out without a name, and --watch without a file", () => {
      expect(refusal("photo.jpg", "--out")).toBe("Say where the art goes: lumiglyph photo.jpg --out photo.html");
      const sentence = "`--watch` needs a file to watch: lumiglyph photo.jpg --watch";
      expect(refusal("--watch")).toBe(sentence);
      expect(refusal("-", "--watch")).toBe(sentence);
    });

    test("all problems at once", () => {
      expect(refusal("photo.jpg", "--colums", "80", "-x", "--gamma", "9")).toBe(
        "There is no flag `--colums`. Did you mean `--columns`?\n" +
          "There is no flag `-x`. For a file of this name, write ./-x\n" +
          "Expected a number from 0.2 to 3 for `--gamma` but received `9`.",
      );
    });

    test("a value out of range, and a value that equals a parameter's name", () => {
      expect(refusal("photo.jpg", "--edge-strength", "9", "--glyph-strategy", "columns")).toBe(
        "Expected a number from 0.1 to 5 for `--edge-strength` but received `9`.\n" +
          "Expected one of adaptive, fixed for `--glyph-strategy` but received `columns`.",
      );
    });
  });

  describe("the image is an operand", () => {
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
      expect(refusal("-x.png")).toContain("There is no flag `-x.png`. For a file of this name, write ./-x.png");
    });

    test("or a single dash for standard input", () => {
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

  test("decode takes an art file, the output file and how the art was rendered", () => {
    const words = [
      "decode",
      "art.txt",
      "--out=a.png",
      "--scale",
      "3",
      "--charset",
      "blocks",
      "--light",
      "--invert",
      "--dither",
    ];
    expect(readCommand(words)).toEqual({
      kind: "decode",
      art: "art.txt",
      out: "a.png",
      scale: 3,
      hints: { charset: "blocks", background: "light", inverted: true, diffused: true },
    });
  });

  test("defaults to eight pixels per cell and no hints", () => {
    expect(readCommand(["decode", "--out", "A.PNG", "-"])).toEqual({
      kind: "decode",
      art: "-",
      out: "A.PNG",
      scale: 8,
      hints: { charset: undefined, background: "dark", inverted: false, diffused: false },
    });
  });

  test("--cells asks for one pixel per cell instead of a scale", () => {
    expect(readCommand(["decode", "a.json", "--out", "a.png", "--cells"])).toMatchObject({ scale: "cells" });
  });

  test("an image named decode can still be rendered", () => {
    expect(readCommand(["./decode"])).toMatchObject({ kind: "draw", operands: ["./decode"] });
  });

  describe("reports", () => {
    const ok = ["a.json", "--out", "a.png"];
    for (const [name, words, sentence] of [
      ["no art file", ["--out", "a.png"], "Name the art: lumiglyph decode art.json --out picture.png"],
      ["two files", ["a", "b", "--out", "a.png"], "Name one file of art, not 2: a, b"],
      ["no output", ["a.json"], "Say where the picture goes: lumiglyph decode art.json --out picture.png"],
      [
        "--out without a value",
        ["a.json", "--out"],
        "Say where the picture goes: lumiglyph decode art.json --out picture.png",
      ],
      ["another kind of file", ["a.json", "--out", "a.jpg"], "`--out` takes a file name that ends in .png."],
      ["a misspelled flag", [...ok, "--scal=2"], "`decode` has no flag `--scal`. Did you mean `--scale`?"],
      ["a flag of the render command", [...ok, "--saturation", "2"], "`decode` has no flag `--saturation`."],
      ["a word with one dash", [...ok, "-x"], "`decode` has no flag `-x`. For a file of this name, write ./-x"],
      ["a scale of 0", [...ok, "--scale", "0"], "`--scale` takes an integer from 1 to 16: the pixels per cell width."],
      [
        "a scale too large",
        [...ok, "--scale", "17"],
        "`--scale` takes an integer from 1 to 16: the pixels per cell width.",
      ],
      [
        "a fractional scale",
        [...ok, "--scale=2.5"],
        "`--scale` takes an integer from 1 to 16: the pixels per cell width.",
      ],
      [
        "two sizes",
        [...ok, "--cells", "--scale", "2"],
        "`--cells` and `--scale` exclude each other: give one of them.",
      ],
      ["a switch with a value", [...ok, "--invert=true"], "`--invert` takes no value."],
      [
        "an unknown charset",
        [...ok, "--charset", "bloks"],
        "Expected one of standard, detailed, blocks, binary, dots, minimal, halves, quadrants, sextants, octants for `--charset` but received `bloks`. Did you mean `blocks`?",
      ],
    ] as const) {
      test(name, () => expect(refusal(...words)).toBe(sentence));
    }
  });
});

describe("read mcp", () => {
  test("mcp serves with or without a folder", () => {
    expect(readCommand(["mcp"])).toEqual({ kind: "mcp", root: null });
    expect(readCommand(["mcp", "--root", "pictures"])).toEqual({ kind: "mcp", root: "pictures" });
    expect(readCommand(["mcp", "--root=pictures"])).toEqual({ kind: "mcp", root: "pictures" });
  });

  test.each([
    [["mcp", "--root"], "Name one folder: lumiglyph mcp --root pictures"],
    [["mcp", "--root="], "Name one folder: lumiglyph mcp --root pictures"],
    [["mcp", "--root", "a", "b"], "`mcp` takes no `b`."],
    [["mcp", "--port", "8"], "`mcp` has no flag `--port`."],
    [["mcp", "photo.jpg"], "`mcp` takes no `photo.jpg`."],
  ])("%j is refused with the reason", (words, message) => expect(() => readCommand(words)).toThrow(message));
});

describe("read serve", () => {
  test("serve leaves missing options to the environment", () => {
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
  ])("%j is refused with the reason", (words, message) => expect(() => readCommand(words)).toThrow(message));
});
