import { completeParams, type Field, fieldsOf, parse, parseRequest, Refusal, statusOf } from "@lumiglyph/contract";
import { expect, test } from "vitest";

const query = (values: object) => fieldsOf(values, "query");
const form = (values: object) => fieldsOf(values, "form");
const json = (values: object) => fieldsOf(values, "json");

const problems = (...fields: readonly (readonly Field[])[]) => {
  const result = parse(fields.flat());
  return "problems" in result ? result.problems : [];
};

const codes = (...fields: readonly (readonly Field[])[]) => problems(...fields).map(({ code }) => code);

const params = (...fields: readonly (readonly Field[])[]) => {
  const result = parse(fields.flat());
  return "options" in result ? completeParams(result.options) : null;
};

/** Parses parameters spelled as text: values, or null if refused. */
const reading = (name: "columns" | "contrast" | "brightness" | "color" | "denoise", texts: readonly string[]) =>
  texts.map((text) => params(query({ [name]: text }))?.[name] ?? null);

/** The refusal of a request that is complete except for these fields. */
const refusal = (...fields: readonly (readonly Field[])[]): Refusal => {
  try {
    parseRequest([...fields.flat(), ...json({ imageBase64: "AAAA" })]);
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  throw new Error("not refused");
};

test("Equal values in query and body are accepted, however they are spelled (answers 1.1)", () => {
  expect(params(query({ columns: "80", color: "1" }), json({ columns: 80, color: true }))).toMatchObject({
    columns: 80,
    color: true,
  });
  expect(params(query({ contrast: "2.50" }), form({ contrast: "2.5" }))?.contrast).toBe(2.5);
});

test("Different values in query and body are a conflict, a 400 (answers 1.1)", () => {
  expect(codes(query({ columns: "80" }), json({ columns: 81 }))).toEqual(["parameter_conflict"]);
  const { code } = refusal(query({ columns: "80" }), form({ columns: "81" }));
  expect([code, statusOf(code)]).toEqual(["parameter_conflict", 400]);
});

test("A repeated key is refused, even with equal values (answers 1.2)", () => {
  expect(codes(query({ columns: "80" }), query({ columns: "80" }))).toEqual(["parameter_repeated"]);
  expect(codes(form({ columns: "80" }), form({ columns: "81" }))).toEqual(["parameter_repeated"]);
  const { code } = refusal(query({ columns: "80" }), query({ columns: "80" }));
  expect([code, statusOf(code)]).toEqual(["parameter_repeated", 400]);
});

test("Out of range, wrong type, unknown value: refused with 400, never clamped (answers 1.3)", () => {
  for (const wrong of [{ columns: 401 }, { columns: 7 }, { color: "yes" }, { charset: "emoji" }, { gamma: 99 }]) {
    const { code } = refusal(json(wrong));
    expect([code, statusOf(code)]).toEqual(["parameter_invalid", 400]);
  }
});

test("All problems are reported at once, with parameter, given and allowed (answers 1.3)", () => {
  const { problems } = refusal(query({ columns: "999", gamma: "x", charset: "emoji", wdith: "1" }));
  expect(problems.map(({ parameter, given, allowed }) => [parameter, given, allowed])).toEqual(
    expect.arrayContaining([
      ["columns", "999", "an integer from 8 to 400"],
      ["gamma", "x", "a number from 0.2 to 3"],
      [
        "charset",
        "emoji",
        "one of standard, detailed, blocks, binary, dots, minimal, halves, quadrants, sextants, octants",
      ],
      ["wdith", "1", expect.any(String)],
    ]),
  );
  expect(problems).toHaveLength(4);
  expect(problems.every(({ message, parameter }) => message.includes(parameter))).toBe(true);
});

test("An unknown parameter is refused, in any origin (answers 1.4)", () => {
  for (const origin of [query, form, json]) expect(codes(origin({ sparkle: "1" }))).toEqual(["parameter_unknown"]);
  expect(codes(json(JSON.parse('{"__proto__": 1, "constructor": 1, "toString": 1}')))).toEqual(
    Array(3).fill("parameter_unknown"),
  );
  const { code } = refusal(query({ sparkle: "1" }));
  expect([code, statusOf(code)]).toEqual(["parameter_unknown", 400]);
});

test("The refusal of an unknown parameter suggests the nearest (answers 1.4)", () => {
  const message = (name: string) => problems(query({ [name]: "1" }))[0]?.message;
  expect(message("colums")).toContain("Did you mean `columns`?");
  expect(message("edge_strength")).toContain("Did you mean `edgeStrength`?");
  expect(message("zzzzzzzz")).not.toContain("Did you mean");
});

test("An integer is digits only (answers 1.5)", () => {
  expect(reading("columns", ["8", "080", "400"])).toEqual([8, 80, 400]);
  const wrong = ["", " 80", "80 ", "80.0", "8e1", "0x50", "+80", "８０", "80,0", "-80", "NaN"];
  expect(reading("columns", wrong)).toEqual(wrong.map(() => null));
});

test("A float is plain decimal (answers 1.5)", () => {
  expect(reading("contrast", ["1", "1.5", "0.20", ".5"])).toEqual([1, 1.5, 0.2, 0.5]);
  expect(reading("brightness", ["-12.5"])).toEqual([-12.5]);
  const wrong = ["", " 1", "1 ", "1e0", "0x1", "+1", "1,5", "1.", "Infinity", "NaN", "--1"];
  expect(reading("contrast", wrong)).toEqual(wrong.map(() => null));
});

test("A boolean is true, false, 1 or 0, in any case (answers 1.5)", () => {
  expect(reading("color", ["true", "TRUE", "True", "1"])).toEqual([true, true, true, true]);
  expect(reading("color", ["false", "FALSE", "fAlSe", "0"])).toEqual([false, false, false, false]);
  const wrong = ["", "yes", "no", "on", "off", "2", " true", "t"];
  expect(reading("color", wrong)).toEqual(wrong.map(() => null));
});

test("In JSON a string for a number, a number for a boolean, and null are refused (answers 1.5)", () => {
  for (const wrong of [{ columns: "80" }, { color: 1 }, { color: "true" }, { gamma: null }, { charset: ["blocks"] }]) {
    expect(codes(json(wrong))).toEqual(["parameter_invalid"]);
  }
  expect(params(json({ columns: 80, color: true, gamma: 1.4 }))).toMatchObject({
    columns: 80,
    color: true,
    gamma: 1.4,
  });
  expect(statusOf(refusal(json({ columns: "80" })).code)).toBe(400);
});
