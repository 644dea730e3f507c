import { expect, test } from "vitest";
import { outNames, refuseReplacing } from "./art-writer.ts";

const named = (...paths: string[]) => paths.map((path) => ({ name: path, path }));
const namesOf = (...paths: string[]) => [...outNames(named(...paths), "art", "html").values()];

test("names art after its image, with the format's extension", () => {
  expect(namesOf("a/koi.png", "b/moon.light.jpg", "plain")).toEqual([
    "art/koi.html",
    "art/moon.light.html",
    "art/plain.html",
  ]);
  expect([...outNames([{ name: "standard input", path: null }], "art", "text").values()]).toEqual(["art/stdin.txt"]);
});

test("keeps the extensions of images that differ only in those", () => {
  expect(namesOf("koi.png", "koi.jpg", "moon.jpg")).toEqual(["art/koi.png.html", "art/koi.jpg.html", "art/moon.html"]);
});

test("refuses two images with the same output file before writing any", () => {
  expect(() => namesOf("a/koi.png", "b/koi.png")).toThrow("Two pictures would be written to art/koi.png.html.");
});

test("never overwrites an image with art", () => {
  expect(() => outNames(named("art/koi.html"), "./art", "html")).toThrow(
    "art/koi.html is a picture and would be replaced",
  );
  expect(() => refuseReplacing("koi.png", named("./koi.png"))).toThrow("koi.png is a picture");
});
