import { describe, expect, it } from "vitest";
import { outsideOf, SPECIFIED } from "../../../tests/spec/table.ts";
import { allowedBy } from "./allowed-by.ts";
import { PARAMS, type ParamName } from "./param-table.ts";
import { paramRow } from "./params.ts";
import { readNative, readWritten } from "./parse.ts";

const NUMBERS = SPECIFIED.filter((row) => row.kind === "integer" || row.kind === "float");
const BOOLEANS = SPECIFIED.filter(({ kind }) => kind === "boolean");
const CHOICES = SPECIFIED.filter((row) => row.kind === "enum");

const written = (name: ParamName, text: string) => readWritten(paramRow(name), text);
const native = (name: ParamName, value: unknown) => readNative(paramRow(name), value);

describe.each(NUMBERS)("$name", (row) => {
  const { name, min, max } = row;

  it(`accepts ${min} and ${max}`, () => {
    for (const value of [min, max]) {
      expect(written(name, String(value))).toBe(value);
      expect(native(name, value)).toBe(value);
    }
  });

  it("refuses numbers outside its range without clamping", () => {
    for (const value of outsideOf(row)) {
      expect(written(name, String(value))).toBeUndefined();
      expect(native(name, value)).toBeUndefined();
    }
  });

  it("refuses another native type", () => {
    for (const value of [String(min), true, null, [min], {}, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(native(name, value)).toBeUndefined();
    }
  });
});

describe.each(BOOLEANS)("$name", ({ name }) => {
  it.each(["true", "TRUE", "True", "1"])("reads %s as true", (text) => expect(written(name, text)).toBe(true));

  it.each(["false", "FALSE", "fAlSe", "0"])("reads %s as false", (text) => expect(written(name, text)).toBe(false));

  it.each(["", "yes", "no", "on", "off", "2", "-1", "01", " true", "true ", "t", "null"])("refuses %j", (text) =>
    expect(written(name, text)).toBeUndefined(),
  );

  it("accepts only true and false natively", () => {
    expect(native(name, true)).toBe(true);
    expect(native(name, false)).toBe(false);
    for (const value of [1, 0, "true", null, undefined, [], {}]) expect(native(name, value)).toBeUndefined();
  });
});

describe.each(CHOICES)("$name", ({ name, values }) => {
  it.each(values)("accepts %s", (value) => {
    expect(written(name, value)).toBe(value);
    expect(native(name, value)).toBe(value);
  });

  it("refuses anything else, including other letter cases and lists", () => {
    for (const text of ["", "ascii", values[0].toUpperCase(), ` ${values[0]}`, `${values[0]},`, "toString", "0"]) {
      expect(written(name, text)).toBeUndefined();
    }
    for (const value of [0, true, null, undefined, [values[0]], {}]) expect(native(name, value)).toBeUndefined();
  });
});

describe("monoColor", () => {
  it.each([
    ["#e5e5e5", "#e5e5e5"],
    ["#FFB000", "#ffb000"],
    ["#abc", "#aabbcc"],
    ["#0F8", "#00ff88"],
  ])("reads %s as %s", (given, read) => {
    expect(written("monoColor", given)).toBe(read);
    expect(native("monoColor", given)).toBe(read);
  });

  it.each(["", "#", "e5e5e5", "#e5e5e", "#e5e5", "#e5e5e5ff", "#gggggg", "red", "#e5e5e5\n", " #e5e5e5", "#１２３"])(
    "refuses %j",
    (text) => {
      expect(written("monoColor", text)).toBeUndefined();
      expect(native("monoColor", text)).toBeUndefined();
    },
  );

  it("refuses another native type", () => {
    for (const value of [0xe5e5e5, null, true, ["#fff"], {}]) expect(native("monoColor", value)).toBeUndefined();
  });
});

describe("a written integer", () => {
  it.each(["120", "0120", "00000120"])("may be %s", (text) => expect(written("columns", text)).toBe(120));

  it.each([
    "",
    " ",
    "1e2",
    "0x10",
    "+80",
    " 80",
    "80 ",
    "80.0",
    "80.",
    "８０",
    "80px",
    "NaN",
    "Infinity",
    "8_0",
    "8,0",
  ])("may not be %j", (text) => expect(written("columns", text)).toBeUndefined());

  it("may not have thousands of digits", () => expect(written("columns", "80".padStart(5000, "0"))).toBeUndefined());
});

describe("a written float", () => {
  it.each([
    ["1", 1],
    ["1.0", 1],
    ["0.50", 0.5],
    [".5", 0.5],
  ])("may be %s", (text, value) => expect(written("sharpen", text)).toBe(value));

  it.each([
    "",
    "1e0",
    "1E0",
    "0x1",
    "+1",
    " 1",
    "1 ",
    "1.",
    ".",
    "-",
    "0,5",
    "０.５",
    "NaN",
    "Infinity",
    "1.0.0",
    "--1",
  ])("may not be %j", (text) => expect(written("sharpen", text)).toBeUndefined());
});

describe("zero", () => {
  it("loses its sign", () => {
    expect(Object.is(written("brightness", "-0"), 0)).toBe(true);
    expect(Object.is(written("brightness", "-0.0"), 0)).toBe(true);
    expect(Object.is(native("brightness", -0), 0)).toBe(true);
  });
});

describe("a native integer", () => {
  it("may be written as a float, since JSON has one number type", () => {
    expect(native("columns", JSON.parse("80.0"))).toBe(80);
    expect(native("columns", JSON.parse("1e2"))).toBe(100);
    expect(native("columns", 80.5)).toBeUndefined();
  });
});

describe("allowedBy", () => {
  it.each([
    ["columns", "an integer from 8 to 400"],
    ["brightness", "a number from -150 to 150"],
    ["color", "true or false"],
    ["glyphStrategy", "one of adaptive, fixed"],
    ["monoColor", "a color as #rgb or #rrggbb"],
  ] as const)("describes %s", (name, phrase) => expect(allowedBy(paramRow(name))).toBe(phrase));
});

describe("a limit that may be none", () => {
  it.each([
    ["0", 0],
    ["2", 2],
    ["400", 400],
  ])("is read from %s", (text, value) => expect(readWritten(PARAMS.rows, text)).toBe(value));

  it.each(["1", "-1", "401", "none", ""])("does not accept %j", (text) =>
    expect(readWritten(PARAMS.rows, text)).toBeUndefined(),
  );

  it("mentions 0 for none", () => expect(allowedBy(PARAMS.rows)).toBe("an integer from 2 to 400, or 0 for none"));
});

describe("a line of text", () => {
  it.each(["", "Two koi", "Zwei Karpfen & Seerosen <b>", "😀".repeat(300)])("is kept unchanged: %j", (text) => {
    expect(readWritten(PARAMS.alt, text)).toBe(text);
    expect(readNative(PARAMS.alt, text)).toBe(text);
  });

  it.each(["a\nb", "\u0000", "\u2028", "\ud800", "\uffff", "x".repeat(301), "😀".repeat(301)])(
    "is refused if documents must not contain it: %j",
    (text) => expect(readNative(PARAMS.alt, text)).toBeUndefined(),
  );

  it.each([1, null, true, ["a"], {}])("is refused if it is not one line of text: %j", (value) =>
    expect(readNative(PARAMS.alt, value)).toBeUndefined(),
  );
});
