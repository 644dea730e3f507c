import { describe, expect, test } from "vitest";
import { UsageError } from "../streams.ts";
import { readCommand } from "./read-command.ts";

/** What a command line is refused with. */
const refusal = (...words: string[]): string => {
  try {
    return `accepted: ${JSON.stringify(readCommand(words))}`;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
};

/** What a command line that draws asks for: its words, and its options behind the gate. */
const drawing = (...words: string[]) => {
  const command = readCommand(words);
  if (command.kind !== "draw") throw new Error(command.kind);
  return command;
};

test("a flag is its parameter in kebab-case, its value the next word or after =", () => {
  const words = ["photo.jpg", "--edge-strength", "0.5", "--brightness=-0.2", "--gamma", ".8", "--edges", "--no-color"];
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
      "`--out` has 2 values; it takes one value.\n`--watch` is given 2 times; once says it.",
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
        "There is no flag `-x`. A file of this name is ./-x\n" +
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
  for (const words of [["--image", "photo.jpg"], ["--imageUrl=https://a.example/b.png"], ["--image-base64", "AAAA"]]) {
    test(`not ${words.join(" ")}`, () => {
      const [flag] = words[0]!.split("=");
      const sentence = `There is no flag \`${flag}\`. The image is a word of its own: lumiglyph photo.jpg`;
      expect(refusal(...words)).toBe(sentence);
      expect(refusal("photo.jpg", ...words)).toBe(sentence);
    });
  }

  test("not a word with one dash", () => {
    const sentence = "There is no flag `-x`. A file of this name is ./-x";
    expect(refusal("-x")).toBe(sentence);
    expect(refusal("photo.jpg", "-x")).toBe(sentence);
  });

  test("or a single dash, for standard input", () => {
    expect(drawing("-")).toMatchObject({ operands: ["-"] });
  });
});
