import { fieldsOf, parseRequest, Refusal } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { AdvisedRefusal, adviceIn, type Changes, changesFor, together } from "./advice.ts";

const refusalOf = (args: object): Refusal => {
  try {
    parseRequest(fieldsOf(args, "tool"));
  } catch (error) {
    return error as Refusal;
  }
  throw new Error("was not refused");
};

const changed = (args: object, changes: Changes): object =>
  Object.fromEntries(Object.entries({ ...args, ...changes }).filter(([, value]) => value !== null));

const IMAGE = { imageBase64: "AAAA" };

test.each([
  [{ columns: 7 }, { columns: 8 }],
  [{ columns: 99.6 }, { columns: 100 }],
  [
    { columns: 1e9, rows: -1 },
    { columns: 400, rows: 2 },
  ],
  [{ columns: "wide" }, { columns: null }],
  [{ columns: " " }, { columns: null }],
  [{ columns: null }, { columns: null }],
  [{ gamma: "1.5" }, { gamma: 1.5 }],
  [{ gamma: Number.NaN }, { gamma: null }],
  [{ color: "false" }, { color: false }],
  [{ color: 1 }, { color: true }],
  [{ invert: "No" }, { invert: false }],
  [{ color: 7 }, { color: null }],
  [{ format: "SVG" }, { format: "svg" }],
  [{ format: "pdf" }, { format: null }],
  [{ format: "JPEG" }, { format: "png" }],
  [{ format: "markdown" }, { format: "text" }],
  [{ background: "white" }, { background: "light" }],
  [{ colors: 256 }, { colors: "256" }],
  [{ monoColor: "ff0000" }, { monoColor: "#ff0000" }],
  [{ charset: " .:-=+*#%@" }, { charset: null, characters: " .:-=+*#%@" }],
  [{ charset: "ascii" }, { charset: null }],
  [{ width: 60 }, { width: null, columns: 60 }],
  [{ max_height: "20" }, { max_height: null, rows: 20 }],
  [{ width: 60, columns: 70 }, { width: null }],
  [{ chars: " .:#" }, { chars: null, characters: " .:#" }],
  [{ output_format: "ansi" }, { output_format: null, format: "ansi" }],
  [{ imageUrl: null }, { imageUrl: null }],
  [{ monoColor: "red" }, { monoColor: null }],
  [{ characters: "aa" }, { characters: null }],
  [{ characters: " ..#" }, { characters: " .#" }],
  [{ colums: "80" }, { colums: null, columns: 80 }],
  [{ colums: 80, columns: 90 }, { colums: null }],
  [{ colums: [] }, { colums: null }],
  [{ watermark: "x".repeat(100_000) }, { watermark: null }],
  [{ chars: "ab".repeat(100_000) }, { chars: null }],
  [{ charset: "dots", characters: "ab" }, { charset: null }],
  [{ format: "png", maxCharacters: 900 }, { maxCharacters: null }],
  [{ imageUrl: "https://a.example/b.png" }, { imageUrl: null }],
])("of %j the changes are %j, and after them it is accepted", (wrong, changes) => {
  const args = { ...IMAGE, ...wrong };
  expect(changesFor(refusalOf(args), args, false)).toEqual(changes);
  expect(() => parseRequest(fieldsOf(changed(args, changes), "tool"))).not.toThrow();
});

test.each([{}, { columns: 3 }, { imageBase64: 7, columns: 3 }, { image: "AAAA" }])(
  "%j has no changes that help",
  (args) => expect(changesFor(refusalOf(args), args, false)).toBeNull(),
);

test.each([
  [{ image_path: "koi.png" }, { image_path: null, imagePath: "koi.png" }],
  [{ image: "koi.png" }, { image: null, imagePath: "koi.png" }],
  [
    { ...IMAGE, out_path: "koi.svg", columns: 4000 },
    { out_path: null, outPath: "koi.svg", columns: 400 },
  ],
  [{ ...IMAGE, out_path: "x".repeat(1000) }, { out_path: null }],
  [{ path: "koi.png" }, { path: null, imagePath: "koi.png" }],
  [{ file: "koi.png" }, { file: null, imagePath: "koi.png" }],
  [{ url: "https://a.example/b.png" }, { url: null, imageUrl: "https://a.example/b.png" }],
  [
    { path: "koi.png", output: "art.svg" },
    { path: null, imagePath: "koi.png", output: null, outPath: "art.svg" },
  ],
  [
    { ...IMAGE, filename: "art.svg" },
    { filename: null, outPath: "art.svg" },
  ],
  [{ src: "picture:///a%20b.png" }, { src: null, imagePath: "a b.png" }],
])("of %j, if there is a folder, the changes are %j", (args, changes) => {
  expect(changesFor(refusalOf(args), args, true)).toEqual(changes);
});

test("repeats an address under its right name, but never a picture", () => {
  const url = { image_url: "https://a.example/b.png" };
  expect(changesFor(refusalOf(url), url, false)).toEqual({ image_url: null, imageUrl: url.image_url });
  const more = { ...IMAGE, ...url };
  expect(changesFor(refusalOf(more), more, true)).toEqual({ image_url: null });
  const bytes = { image_base64: "AAAA" };
  expect(changesFor(refusalOf(bytes), bytes, false)).toBeNull();
  expect(refusalOf(bytes).message).toContain("Did you mean `imageBase64`?");
  // the tool has no such argument
  expect(refusalOf({ images: "AAAA" }).message).not.toContain("Did you mean `image`?");
});

test.each([
  [
    { imageUrl: "https://a.example/b.png", output: "svg" },
    { output: null, format: "svg" },
  ],
  [{ ...IMAGE, image_path: "koi.png" }, { image_path: null }],
])("of %j, whatever it looks like, the changes are %j", (args, changes) => {
  expect(changesFor(refusalOf(args), args, true)).toEqual(changes);
});

test("never replaces a picture by another, and repeats nothing long", () => {
  const two = { imagePath: "a.png", image: "b.png" };
  expect(changesFor(refusalOf(two), two, true)).toBeNull();
  const either = { image_path: "a.png", imagepath: "b.png" };
  expect(changesFor(refusalOf(either), either, true)).toBeNull();
  const refusal = new Refusal("image_url_untrusted", "Not trusted.");
  for (const imageUrl of [`picture:///${"x".repeat(1000)}.png`, "picture:///", "picture:///%zz.png"]) {
    expect(changesFor(refusal, { imageUrl }, true)).toBeNull();
  }
});

test("accepts a resource's address as a picture of the folder", () => {
  const refusal = new Refusal("image_url_untrusted", "Not trusted.");
  const args = { imageUrl: "picture:///charts/a%20b.png" };
  expect(changesFor(refusal, args, true)).toEqual({ imageUrl: null, imagePath: "charts/a b.png" });
  expect(changesFor(refusal, { imageUrl: "https://a.example/b.png" }, true)).toBeNull();
});

test("combines several refusals of one call, with all their changes", () => {
  const both = together(
    [new AdvisedRefusal("image_missing", "No koy.", { imagePath: "koi.png" }), refusalOf({ ...IMAGE, columns: 4000 })],
    { imagePath: "koy.png", columns: 4000 },
  );
  expect([both.code, changesFor(both, {}, true)]).toEqual(["image_missing", { imagePath: "koi.png", columns: 400 }]);
  expect(both.message).toMatch(/^No koy\. Expected an integer from 8 to 400/);
});

test("gives a grid that is too large fewer rows, and as a PNG smaller cells too", () => {
  const refusal = new Refusal("grid_too_large", "Too large.");
  expect(changesFor(refusal, {}, false)).toEqual({ rows: 400 });
  expect(changesFor(refusal, { format: "png" }, false)).toEqual({ rows: 400, pixelsPerCell: 6 });
  expect(changesFor(refusal, { outPath: "a.PNG" }, true)).toEqual({ rows: 400, pixelsPerCell: 6 });
});

test("a refusal may include its own changes", () => {
  const changes = { outPath: "a.svg" };
  expect(changesFor(new AdvisedRefusal("result_too_long", "Too long.", changes), {}, false)).toBe(changes);
});

test("changes are one sentence", () => {
  expect(adviceIn({ columns: 80, color: true })).toBe('Call again with {"columns":80,"color":true}.');
  expect(adviceIn({ colums: null, columns: 80, x: null })).toBe(
    'Call again with {"columns":80} and without `colums` and `x`.',
  );
  expect(adviceIn({ charset: null })).toBe("Call again without `charset`.");
});
