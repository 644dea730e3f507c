import { describe, expect, test } from "vitest";
import { readCommand } from "./flags.ts";
import { UsageError } from "./usage-error.ts";

/** What a command line is refused with. */
const refusal = (...words: string[]): string => {
  try {
    return `accepted: ${JSON.stringify(readCommand(words))}`;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
};

test("a flag is its parameter in kebab-case, its value the next word or after =", () => {
  const words = ["photo.jpg", "--edge-strength", "0.5", "--brightness=-0.2", "--gamma", ".8", "--edges", "--no-color"];
  expect(readCommand(words)).toMatchObject({
    kind: "render",
    image: "photo.jpg",
    parsed: { params: { edgeStrength: 0.5, brightness: -0.2, gamma: 0.8, edges: true, color: false } },
  });
});

test("a negative value is a value", () => {
  expect(readCommand(["photo.jpg", "--brightness", "-0.2"])).toMatchObject({
    parsed: { params: { brightness: -0.2 } },
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
    const sentence = "There is no flag `-x`. Flags have two dashes; a file of this name is ./-x";
    expect(refusal("-x")).toBe(sentence);
    expect(refusal("photo.jpg", "-x")).toBe(sentence);
  });

  test("or a single dash, for standard input", () => {
    expect(readCommand(["-"])).toMatchObject({ kind: "render", image: "-" });
  });
});
