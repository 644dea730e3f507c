import { fieldsOf, parseRequest, Refusal } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { AdvisedRefusal, adviceIn, type Changes, changesFor } from "./advice.ts";

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
  [{ color: 1 }, { color: null }],
  [{ format: "SVG" }, { format: "svg" }],
  [{ format: "pdf" }, { format: null }],
  [{ monoColor: "red" }, { monoColor: null }],
  [{ characters: "aa" }, { characters: null }],
  [{ colums: "80" }, { colums: null, columns: 80 }],
  [{ colums: 80, columns: 90 }, { colums: null }],
  [{ colums: [] }, { colums: null }],
  [{ watermark: "x".repeat(100_000) }, { watermark: null }],
  [{ charset: "dots", characters: "ab" }, { charset: null }],
  [{ format: "png", maxCharacters: 900 }, { maxCharacters: null }],
  [{ imageUrl: "https://a.example/b.png" }, { imageUrl: null }],
])("of %j the changes are %j, and after them it is accepted", (wrong, changes) => {
  const args = { ...IMAGE, ...wrong };
  expect(changesFor(refusalOf(args), args)).toEqual(changes);
  expect(() => parseRequest(fieldsOf(changed(args, changes), "tool"))).not.toThrow();
});

test.each([{}, { columns: 3 }, { imageBase64: 7, columns: 3 }, { image: "AAAA" }])(
  "%j has no changes that help",
  (args) => expect(changesFor(refusalOf(args), args)).toBeNull(),
);

test("a grid that is too large is one of fewer rows, and of smaller cells as a PNG", () => {
  const refusal = new Refusal("grid_too_large", "Too large.");
  expect(changesFor(refusal, {})).toEqual({ rows: 400 });
  expect(changesFor(refusal, { format: "png" })).toEqual({ rows: 400, pixelsPerCell: 6 });
  expect(changesFor(refusal, { outPath: "a.PNG" })).toEqual({ rows: 400, pixelsPerCell: 6 });
});

test("a refusal may bring its own", () => {
  const changes = { outPath: "a.svg" };
  expect(changesFor(new AdvisedRefusal("result_too_long", "Too long.", changes), {})).toBe(changes);
});

test("are said in one sentence", () => {
  expect(adviceIn({ columns: 80, color: true })).toBe('Call again with {"columns":80,"color":true}.');
  expect(adviceIn({ colums: null, columns: 80, x: null })).toBe(
    'Call again with {"columns":80} and without `colums` and `x`.',
  );
  expect(adviceIn({ charset: null })).toBe("Call again without `charset`.");
});
