import { PARAMS } from "@lumiglyph/contract";
import { describe, expect, it } from "vitest";
import { sizeWords } from "../ui/format.ts";
import { canBePng, exportName, possibleChoice } from "./export-file.ts";

describe("exportName", () => {
  it("is the picture's with the format's extension, and differs for each", () => {
    const names = PARAMS.format.values.map((format) =>
      exportName("cat.png", { format, scale: 2, transparent: false, shape: "art" }),
    );
    expect(names).toEqual(["cat.txt", "cat.ansi", "cat.html", "cat.json", "cat.compact.json", "cat.svg", "cat@2x.png"]);
  });

  it.each([
    ["cat.png", 1, "cat.png"],
    ["cat.png", 2, "cat@2x.png"],
    ["my.cat.jpeg", 4, "my.cat@4x.png"],
    ["noending", 3, "noending@3x.png"],
    [".png", 1, ".png.png"],
    ["", 1, "picture.png"],
  ] as const)("of %j at %i times is %s", (picture, scale, name) => {
    expect(exportName(picture, { format: "png", scale, transparent: true, shape: "art" })).toBe(name);
  });
});

describe("sizeWords", () => {
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1.0 kB"],
    [7949, "7.9 kB"],
    [99_949, "99.9 kB"],
    [99_950, "100 kB"],
    [149_400, "149 kB"],
    [999_499, "999 kB"],
    [999_500, "1.0 MB"],
    [2_140_000, "2.1 MB"],
  ])("of %i bytes is %s", (bytes, words) => {
    expect(sizeWords(bytes)).toBe(words);
  });
});

describe("possibleChoice", () => {
  const png = { format: "png", scale: 4, transparent: false, shape: "art" } as const;

  it("keeps the choice if a canvas can hold it, otherwise takes the largest scale that fits", () => {
    expect(possibleChoice(png, { columns: 120, rows: 45 })).toEqual(png);
    expect(possibleChoice(png, { columns: 400, rows: 500 })).toEqual({ ...png, scale: 2 });
    expect(canBePng({ columns: 400, rows: 500 }, 3)).toBe(false);
  });

  it("is null if the art is taller than any canvas", () => {
    expect(possibleChoice(png, { columns: 8, rows: 1025 })).toBeNull();
    expect(possibleChoice(png, { columns: 8, rows: 1024 })).toEqual({ ...png, scale: 1 });
  });

  it("leaves text unchanged", () => {
    const text = { ...png, format: "text" } as const;
    expect(possibleChoice(text, { columns: 8, rows: 30_000 })).toEqual(text);
  });
});
