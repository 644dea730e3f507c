import { PARAM_NAMES, type Param, paramRow } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { optionsWith, validParams } from "../../../../tests/support/params.ts";
import { queryOf, readQuery } from "./query.ts";

/** Values a control can produce: its steps, or a fifth of one. */
const anySetting = (row: Param): fc.Arbitrary<unknown> => {
  switch (row.kind) {
    case "integer":
      return fc.integer({ min: row.min, max: row.max });
    case "number": {
      const steps = Math.round((row.max - row.min) / row.step) * 5;
      return fc.nat(steps).map((count) => Number((row.min + (count * row.step) / 5).toFixed(6)));
    }
    case "boolean":
      return fc.boolean();
    case "choice":
      return fc.constantFrom(...row.values);
    case "color":
      return fc.nat(0xffffff).map((rgb) => `#${rgb.toString(16).padStart(6, "0")}`);
    case "text":
      return fc.string({ maxLength: row.max });
    case "characters":
      // others exclude a charset
      return fc.constant("");
  }
};

const anySettings = fc
  .record(Object.fromEntries(PARAM_NAMES.map((name) => [name, anySetting(paramRow(name))])), { requiredKeys: [] })
  // a picture has no characters to count
  .filter(({ format, maxCharacters }) => format !== "png" || maxCharacters === undefined)
  .map(optionsWith);

describe("query", () => {
  it("holds the given options, including defaults, under the API's names and in its order", () => {
    expect(queryOf(optionsWith())).toBe("");
    expect(queryOf(optionsWith({ monoColor: "#7dff9a", columns: 160, charset: "blocks", contrast: 1.15 }))).toBe(
      "?columns=160&charset=blocks&contrast=1.15&monoColor=%237dff9a",
    );
  });

  it("round-trips every option", () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        expect(readQuery(queryOf(settings))).toEqual({ options: settings, problems: [] });
      }),
    );
  });

  it("yields options in the table's order, whatever its own order", () => {
    const { options } = readQuery("?monoColor=%23fff&gamma=2&columns=99");
    expect(Object.keys(options)).toEqual(["columns", "gamma", "monoColor"]);
  });

  it("parses any parameters that the API accepts, including exponents", () => {
    const tiny = optionsWith({ sharpen: 2.5e-7 });
    expect(readQuery(queryOf(tiny))).toEqual({ options: tiny, problems: [] });
    fc.assert(
      fc.property(validParams(), ({ fill: _, charset: __, colors: ___, ...settings }) => {
        expect(readQuery(queryOf(settings)).problems).toEqual([]);
      }),
    );
  });

  it("drops and reports a bad parameter, and keeps the good ones", () => {
    const { options: kept, problems } = readQuery("?columns=9000&charset=blocks&gama=2&color=true&color=false");
    expect(kept).toEqual(optionsWith({ charset: "blocks" }));
    expect(problems.map(({ code, parameter }) => [code, parameter])).toEqual([
      ["parameter_invalid", "columns"],
      ["parameter_unknown", "gama"],
      ["parameter_repeated", "color"],
    ]);
  });

  it("drops one of two parameters that exclude each other", () => {
    const { options, problems } = readQuery("?charset=dots&characters=ab&columns=99");
    expect(options).toEqual(optionsWith({ columns: 99, charset: "dots" }));
    expect(problems.map(({ code, parameter }) => [code, parameter])).toEqual([["parameter_conflict", "characters"]]);
  });

  it.each(["fbclid=IwAR0", "utm_source=newsletter", "ref=x", "__proto__=1", "imageUrl=https://a.example/"])(
    "ignores ?%s, which other sites add",
    (pair) => {
      expect(readQuery(`?${pair}&columns=99`)).toEqual({ options: optionsWith({ columns: 99 }), problems: [] });
    },
  );

  it("accepts any text that an address can hold", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."columnsgam=&%+#;é1.-\u0000"), maxLength: 40 }),
        (text) => void readQuery(`?${text}`),
      ),
    );
  });
});
