import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fieldsOf } from "./field.ts";
import type { Param, ParamName } from "./param-table.ts";
import { completeParams, DEFAULT_PARAMS, PARAM_NAMES, paramRow } from "./params.ts";
import { parse } from "./parse.ts";

type Given = { readonly [name: string]: unknown };

/** Values of a row, without numbers that need an exponent. */
const valuesOf = (row: Param): fc.Arbitrary<string | number | boolean> => {
  switch (row.kind) {
    case "integer":
      return fc.integer({ min: row.min, max: row.max });
    case "number":
      return fc
        .integer({ min: Math.ceil(row.min * 10_000), max: Math.floor(row.max * 10_000) })
        .map((scaled) => scaled / 10_000);
    case "boolean":
      return fc.boolean();
    case "choice":
      return fc.constantFrom(...row.values);
    case "color":
      return fc
        .array(fc.constantFrom(..."0123456789abcdef"), { minLength: 6, maxLength: 6 })
        .map((d) => `#${d.join("")}`);
    case "text":
      return fc.string({ maxLength: row.max });
    case "characters":
      // others exclude a charset
      return fc.constant("");
  }
};

const requests = fc
  .record(
    Object.fromEntries(PARAM_NAMES.map((name) => [name, valuesOf(paramRow(name))])) as Record<
      ParamName,
      fc.Arbitrary<string | number | boolean>
    >,
    { requiredKeys: [] },
  )
  // png output has no characters to count
  .filter(({ format, maxCharacters }) => format !== "png" || maxCharacters === undefined);

const asText = (given: Given): Given =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, written(value)]));

const written = (value: unknown): string =>
  typeof value === "number" && Math.abs(value) < 0.001 ? value.toFixed(4) : String(value);

const throughUrl = (given: Given): Given =>
  Object.fromEntries(new URLSearchParams(new URLSearchParams(asText(given) as Record<string, string>).toString()));

describe("any valid request", () => {
  it("means the same as query, form, JSON and tool arguments", () => {
    fc.assert(
      fc.property(requests, (given) => {
        const named = PARAM_NAMES.filter((name) => name in given);
        for (const fields of [
          fieldsOf(throughUrl(given), "query"),
          fieldsOf(asText(given), "form"),
          fieldsOf(JSON.parse(JSON.stringify(given)) as object, "json"),
          fieldsOf(given, "tool"),
        ]) {
          const parsed = parse(fields);
          expect(parsed).toEqual({ options: given });
          expect("options" in parsed && Object.keys(parsed.options)).toEqual(named);
          const usual = given.background === "light" ? { ...DEFAULT_PARAMS, monoColor: "#1a1a1a" } : DEFAULT_PARAMS;
          expect("options" in parsed && completeParams(parsed.options)).toEqual({ ...usual, ...given });
        }
      }),
      { numRuns: 500 },
    );
  });

  it("means the same when repeated in query and body", () => {
    fc.assert(
      fc.property(requests, (given) => {
        const both = [...fieldsOf(throughUrl(given), "query"), ...fieldsOf(given, "json")];
        expect(parse(both)).toEqual(parse(fieldsOf(given, "json")));
        expect(parse(both)).toHaveProperty("options");
      }),
    );
  });
});

describe("any request", () => {
  const names = fc.oneof(fc.constantFrom<string>(...PARAM_NAMES), fc.string({ unit: "binary", maxLength: 80 }));
  const origins = fc.constantFrom("query" as const, "form" as const, "json" as const, "tool" as const);
  const fields = fc.array(fc.record({ name: names, value: fc.anything(), origin: origins }), { maxLength: 12 });

  it("returns options or problems and never throws", () => {
    fc.assert(
      fc.property(fields, (given) => {
        const parsed = parse(given);
        if ("options" in parsed) expect(Object.keys(completeParams(parsed.options))).toEqual(PARAM_NAMES);
        else expect(parsed.problems.length).toBeGreaterThan(0);
      }),
    );
  });
});
