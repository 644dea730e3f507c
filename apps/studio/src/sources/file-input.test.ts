import { describe, expect, it } from "vitest";
import { fileIn, pastedIn } from "./file-input.ts";
import { nameOfCopy } from "./opener.ts";

const file = (name: string, type: string): File => new File(["x"], name, { type });
const transfer = (...files: File[]) => ({ files }) as unknown as DataTransfer;

describe("fileIn", () => {
  it("takes the first picture, wherever it is in the list", () => {
    const picture = file("cat.png", "image/png");
    expect(fileIn(transfer(file("notes.txt", "text/plain"), picture))).toEqual({ file: picture, name: "cat.png" });
  });

  it("takes any file if there is no picture, to report what is wrong with it", () => {
    expect(fileIn(transfer(file("deck.pdf", "application/pdf")))?.name).toBe("deck.pdf");
    expect(fileIn(transfer())).toBeNull();
  });
});

describe("pastedIn", () => {
  it("names a pasted picture that has no file name", () => {
    expect(pastedIn(transfer(file("image.png", "image/png")))?.name).toBe("pasted.png");
    expect(pastedIn(transfer(file("cat.png", "image/png")))?.name).toBe("cat.png");
    expect(pastedIn(transfer())).toBeNull();
  });
});

describe("nameOfCopy", () => {
  it.each([
    ["cat.webp", "image/png", "cat (smaller).png"],
    ["a.b.JPG", "image/jpeg", "a.b (smaller).jpg"],
    ["noending", "image/png", "noending (smaller).png"],
  ])("of %s as %s is %s", (name, type, expected) => {
    expect(nameOfCopy(name, type)).toBe(expected);
  });
});
