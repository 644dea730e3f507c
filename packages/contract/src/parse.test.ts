import { describe, expect, expectTypeOf, it } from "vitest";
import { statusOf } from "./errors.ts";
import { type Field, type FieldOrigin, fieldsOf } from "./field.ts";
import type { RenderOptions } from "./generated/render-options.ts";
import { completeParams, DEFAULT_PARAMS, givenNames, PARAM_NAMES, type RenderParams } from "./params.ts";
import { parse } from "./parse.ts";
import { Refusal } from "./problems.ts";
import { parseRequest, readOptions } from "./request.ts";
import { LIBRARY_WORDS, refuse, wordsOf } from "./words.ts";

const field = (name: string, value: unknown, origin: FieldOrigin = "query"): Field => ({ name, value, origin });
const picture = field("image", new Uint8Array([1, 2, 3]), "form");

describe("parse", () => {
  it("returns no options for an empty request, which completes to the defaults", () => {
    expect(parse([])).toEqual({ options: {} });
    expect(completeParams(optionsOf([]))).toEqual(DEFAULT_PARAMS);
  });

  it("returns exactly the given options", () => {
    const options = optionsOf([field("columns", "80"), field("color", "TRUE", "form"), field("monoColor", "#F80")]);
    expect(options).toEqual({ columns: 80, color: true, monoColor: "#ff8800" });
    expect(givenNames(options)).toEqual(["columns", "color", "monoColor"]);
    expect(completeParams(options)).toEqual({ ...DEFAULT_PARAMS, columns: 80, color: true, monoColor: "#ff8800" });
  });

  it("includes given defaults, in the order of the parameter table, each once", () => {
    const options = optionsOf([field("monoColor", "#E5E5E5"), field("gamma", "1"), field("columns", "120")]);
    expect(Object.entries(options)).toEqual([
      ["columns", 120],
      ["gamma", 1],
      ["monoColor", "#e5e5e5"],
    ]);
    expect(givenNames(options)).toEqual(["columns", "gamma", "monoColor"]);
    expect(completeParams(options)).toEqual(DEFAULT_PARAMS);
    const twice = parse([field("columns", "120"), field("columns", 120, "json")]);
    expect(twice).toEqual({ options: { columns: 120 } });
  });

  it("returns frozen options", () => {
    expect(Object.isFrozen(optionsOf([field("columns", "80")]))).toBe(true);
  });

  it("ignores image sources and files, which pickSource handles", () => {
    expect(parse([picture, field("imageUrl", "https://a.example", "json")])).toEqual(parse([]));
  });
});

describe("the same parameter in query and body", () => {
  it.each([
    [field("columns", "80"), field("columns", 80, "json")],
    [field("columns", "080"), field("columns", "80", "form")],
    [field("color", "1"), field("color", true, "json")],
    [field("monoColor", "#ABC"), field("monoColor", "#aabbcc", "json")],
    [field("brightness", "-0"), field("brightness", 0, "json")],
  ])("is accepted if the values are equal: %j %j", (inQuery, inBody) => {
    expect(parse([inQuery, inBody])).toEqual(parse([inBody]));
    expect(parse([inQuery, inBody])).toHaveProperty("options");
  });

  it("is a conflict if the values differ", () => {
    expect(parse([field("columns", "80"), field("columns", 120, "json")])).toEqual({
      problems: [
        {
          code: "parameter_conflict",
          parameter: "columns",
          given: "120",
          rule: { kind: "same", other: "80" },
        },
      ],
    });
  });

  it("is a conflict even if one of them is the default", () => {
    expect(codesOf([field("color", "true"), field("color", "false", "form")])).toEqual(["parameter_conflict"]);
  });

  it("is reported as invalid, not as a conflict, if one of them is invalid", () => {
    expect(codesOf([field("columns", "80"), field("columns", "80", "json")])).toEqual(["parameter_invalid"]);
  });
});

describe("characters", () => {
  it("are kept in the order of their codes, each once", () => {
    expect(optionsOf([field("characters", "#. o")])).toEqual({ characters: " #.o" });
    expect(optionsOf([field("characters", "")])).toEqual({ characters: "" });
  });

  it.each(["x", "aa", "é.", "a\nb", "░▒"])("are refused as %j", (text) => {
    expect(codesOf([field("characters", text)])).toEqual(["parameter_invalid"]);
  });

  it("exclude a charset", () => {
    const both = [field("charset", "dots"), field("characters", " .#")];
    expect(refusedBy(both)).toMatchObject([{ code: "parameter_conflict", rule: { kind: "one-ramp" } }]);
    expect(optionsOf([field("charset", "dots"), field("characters", "")])).toEqual({ charset: "dots", characters: "" });
    expect(completeParams({ characters: " .#" }).charset).toBe("detailed");
  });
});

describe("a repeated key", () => {
  it.each(["query", "form"] as const)("is refused in the %s, even with equal values", (origin) => {
    expect(parse([field("columns", "80", origin), field("columns", "80", origin)])).toEqual({
      problems: [
        {
          code: "parameter_repeated",
          parameter: "columns",
          given: "2 values",
          rule: { kind: "once", times: 2, origin },
        },
      ],
    });
  });

  it("is reported once, not also as a conflict with itself", () => {
    const fields = [field("columns", "80"), field("columns", "90"), field("columns", "100")];
    expect(codesOf(fields)).toEqual(["parameter_repeated"]);
  });

  it("is reported for unknown names, too", () => {
    expect(codesOf([field("zoom", "1"), field("zoom", "2")])).toEqual([
      "parameter_repeated",
      "parameter_unknown",
      "parameter_unknown",
    ]);
  });
});

describe("an invalid value", () => {
  it("is reported with the parameter, the given value and its rule", () => {
    expect(parse([field("columns", "9000")])).toEqual({
      problems: [
        {
          code: "parameter_invalid",
          parameter: "columns",
          given: "9000",
          rule: { kind: "row", type: null },
        },
      ],
    });
  });

  it.each([
    [field("columns", "80", "json"), 'Expected an integer from 8 to 400 for `columns` but received "80" (string).'],
    [field("columns", "40", "tool"), 'Expected an integer from 8 to 400 for `columns` but received "40" (string).'],
    [field("color", "true", "json"), 'Expected true or false for `color` but received "true" (string).'],
    [
      field("charset", "block", "json"),
      "Expected one of standard, detailed, blocks, binary, dots, minimal, halves, quadrants, sextants, octants for `charset` but received `block`. Did you mean `blocks`?",
    ],
    [field("columns", null, "json"), "Expected an integer from 8 to 400 for `columns` but received null."],
    [field("columns", 80.5, "tool"), "Expected an integer from 8 to 400 for `columns` but received 80.5 (number)."],
    [field("columns", [80], "tool"), "Expected an integer from 8 to 400 for `columns` but received an array (object)."],
    [field("color", 1, "json"), "Expected true or false for `color` but received 1 (number)."],
    [field("gamma", "", "query"), "Expected a number from 0.2 to 3 for `gamma` but received nothing."],
    [field("monoColor", "red", "form"), "Expected a color as #rgb or #rrggbb for `monoColor` but received `red`."],
  ])("is explained: %j", (given, message) => {
    expect(saidOf([given])).toEqual([["parameter_invalid", message]]);
  });

  it("of a choice comes with the nearest choice", () => {
    expect(parse([field("qualityTarget", "lowlight")])).toMatchObject({ problems: [{ suggestion: "low-light" }] });
    expect(refusedBy([field("charset", "dots2000", "json")])[0]).not.toHaveProperty("suggestion");
  });

  it("that is very long is cut", () => {
    const parsed = parse([field("columns", "9".repeat(100_000))]);
    expect(parsed).toMatchObject({ problems: [{ given: `${"9".repeat(64)}…` }] });
    expect(JSON.stringify(parsed).length).toBeLessThan(500);
  });
});

describe("an unknown parameter", () => {
  it("comes with the nearest known name", () => {
    expect(parse([field("colums", "80")])).toEqual({
      problems: [
        {
          code: "parameter_unknown",
          parameter: "colums",
          given: "80",
          rule: { kind: "known" },
          suggestion: "columns",
        },
      ],
    });
  });

  it("may suggest a source", () => {
    expect(parse([field("imageURI", "x", "json")])).toMatchObject({ problems: [{ suggestion: "imageUrl" }] });
  });

  it("comes without a suggestion if none is near", () => {
    expect(refusedBy([field("watermark", "80")])[0]).not.toHaveProperty("suggestion");
  });

  it.each([
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "prototype",
    "",
    "Columns",
    " columns",
    "columns[]",
  ])("is %j, even if objects inherit it", (name) => {
    for (const origin of ["query", "form", "json", "tool"] as const) {
      expect(codesOf([field(name, "80", origin)])).toEqual(["parameter_unknown"]);
    }
  });

  it("is found in parsed JSON under hostile names", () => {
    const body = JSON.parse('{"__proto__": {"columns": 8}, "constructor": {"prototype": {"columns": 8}}}') as object;
    expect(codesOf(fieldsOf(body, "json"))).toEqual(["parameter_unknown", "parameter_unknown"]);
    expect(optionsOf([])).toEqual({});
    expect(completeParams(optionsOf([])).columns).toBe(120);
  });

  it("is cut if its name is very long, and stripped of control characters", () => {
    expect(parse([field("x".repeat(10_000), "1")])).toMatchObject({ problems: [{ parameter: `${"x".repeat(64)}…` }] });
    expect(parse([field("a\u001b[31m\nb", "1")])).toMatchObject({ problems: [{ parameter: "a\ufffd[31m\ufffdb" }] });
  });
});

describe("a whole request", () => {
  it("returns options and the source", () => {
    expect(parseRequest([field("columns", "80"), picture])).toEqual({
      options: { columns: 80 },
      source: { kind: "bytes", bytes: new Uint8Array([1, 2, 3]) },
    });
  });

  it("is refused without an image", () => {
    expect(refusalOf(() => parseRequest([field("columns", "80")])).code).toBe("image_missing");
  });

  it("is refused with all problems at once, with the code of the first", () => {
    const refusal = refusalOf(() =>
      parseRequest([
        field("columns", "7"),
        field("columms", "80"),
        field("gamma", "wide", "form"),
        field("dither", "1"),
        field("dither", "false", "form"),
        field("imageUrl", "https://a.example/b.png"),
      ]),
    );
    expect(refusal.code).toBe("parameter_unknown");
    expect(statusOf(refusal.code)).toBe(400);
    expect(refusal.problems.map(({ code, parameter }) => `${code} ${parameter}`)).toEqual([
      "parameter_unknown columms",
      "parameter_invalid columns",
      "parameter_invalid gamma",
      "parameter_conflict dither",
      "image_misplaced imageUrl",
    ]);
    const { message, problems } = wordsOf(refusal, LIBRARY_WORDS);
    expect(refusal.message).toBe(message);
    expect(message).toBe(problems.map((problem) => problem.message).join(" "));
  });

  it("is refused outright with more than 96 fields", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => field(`field${index}`, "1"));
    const refusal = refusalOf(() => parseRequest(many(97)));
    expect([refusal.code, refusal.problems]).toEqual(["parameter_unknown", []]);
    expect(refusal.message).toBe(
      `There are more than 96 fields; the render operation has ${PARAM_NAMES.length} parameters and one image.`,
    );
    expect(refusalOf(() => parseRequest(many(96))).problems).toHaveLength(97);
  });
});

describe("readOptions", () => {
  it("returns the given options in the order of the table", () => {
    expect(Object.entries(readOptions({ monoColor: "#F80", gamma: 1, columns: 80, format: "html" }))).toEqual([
      ["columns", 80],
      ["format", "html"],
      ["gamma", 1],
      ["monoColor", "#ff8800"],
    ]);
    expect(readOptions({})).toEqual({});
  });

  it("ignores undefined values, whatever their names", () => {
    expect(Object.entries(readOptions({ columns: undefined, gamma: 2, zoom: undefined }))).toEqual([["gamma", 2]]);
  });

  it("returns a frozen copy", () => {
    const given = { columns: 80 };
    const options = readOptions(given);
    given.columns = 90;
    expect([options.columns, Object.isFrozen(options)]).toEqual([80, true]);
  });

  it("refuses with every problem at once", () => {
    const refusal = refusalOf(() =>
      readOptions({ columns: 9000, gamma: "1", colums: 80, charset: "block", color: true }),
    );
    expect(refusal.code).toBe("parameter_unknown");
    expect(refusal.problems.map(({ code, parameter }) => `${code} ${parameter}`)).toEqual([
      "parameter_unknown colums",
      "parameter_invalid columns",
      "parameter_invalid gamma",
      "parameter_invalid charset",
    ]);
    expect(refusal.message).toBe(
      "There is no parameter `colums`. Did you mean `columns`? " +
        "Expected an integer from 8 to 400 for `columns` but received 9000 (number). " +
        'Expected a number from 0.2 to 3 for `gamma` but received "1" (string). ' +
        "Expected one of standard, detailed, blocks, binary, dots, minimal, halves, quadrants, sextants, octants for `charset` but received `block`. Did you mean `blocks`?",
    );
  });

  it("refuses null, which differs from undefined", () => {
    expect(refusalOf(() => readOptions({ columns: null })).message).toBe(
      "Expected an integer from 8 to 400 for `columns` but received null.",
    );
  });

  it("accepts no image and no bytes", () => {
    const problemsOf = (options: object) => refusalOf(() => readOptions(options)).problems.map(({ code }) => code);
    expect(problemsOf({ imageUrl: "https://images.example/a.png" })).toEqual(["parameter_unknown"]);
    expect(problemsOf({ columns: new Uint8Array(2) })).toEqual(["parameter_invalid"]);
  });

  it("has the types of the parameter table, all optional", () => {
    expectTypeOf<RenderOptions>().toEqualTypeOf<Readonly<Partial<RenderParams>>>();
    expectTypeOf(readOptions).returns.toEqualTypeOf<RenderOptions>();
  });
});

const codesOf = (fields: readonly Field[]): readonly string[] => {
  const parsed = parse(fields);
  return "problems" in parsed ? parsed.problems.map(({ code }) => code) : [];
};

const refusedBy = (fields: readonly Field[]) => {
  const parsed = parse(fields);
  return "problems" in parsed ? parsed.problems : [];
};

/** The code of each problem, and its sentence. */
const saidOf = (fields: readonly Field[]) =>
  wordsOf(refuse(refusedBy(fields)), LIBRARY_WORDS).problems.map(({ code, message }) => [code, message]);

const optionsOf = (fields: readonly Field[]): RenderOptions => {
  const parsed = parse(fields);
  if ("problems" in parsed) throw refuse(parsed.problems);
  return parsed.options;
};

const refusalOf = (work: () => unknown): Refusal => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("nothing was refused");
};
