import { describe, expect, it } from "vitest";
import { SPECIFIED, SPECIFIED_DEFAULTS, type SpecifiedParameter } from "../../../tests/spec/table.ts";
import { PARAMS, type ParamName } from "./param-table.ts";
import { DEFAULT_PARAMS, isExtension, isParamName, PARAM_NAMES, paramRow, statedParams } from "./params.ts";

/** The table's names of the specification's kinds. */
const KINDS = { integer: "integer", float: "number", enum: "choice", boolean: "boolean", color: "color" };

describe("the parameter table", () => {
  it("has the names of the specification in its order, then the extensions", () => {
    const stated = PARAM_NAMES.filter((name) => !isExtension(name));
    expect(stated).toEqual(SPECIFIED.map(({ name }) => name));
    expect(PARAM_NAMES.slice(0, stated.length)).toEqual(stated);
  });

  it.each<SpecifiedParameter>(SPECIFIED)("has $name as specified", (specified) => {
    const row = paramRow(specified.name as ParamName);
    expect(row.kind).toBe(KINDS[specified.kind]);
    expect(row.default).toBe(specified.default);
    if ("min" in row) expect(specified).toMatchObject({ min: row.min, max: row.max });
    if (row.kind === "choice")
      expect(specified).toMatchObject({ values: row.values.filter((value) => !row.extensions?.includes(value)) });
  });

  it.each(PARAM_NAMES.map((name) => [name, PARAMS[name]] as const))("labels and explains %s", (_, row) => {
    expect(row.label).toMatch(/^[A-Z]/);
    expect(row.says.length).toBeGreaterThan(5);
  });

  it.each(PARAM_NAMES.map(paramRow).flatMap((row) => ("step" in row ? [[row.label, row] as const] : [])))(
    "has a default for %s that lies on a slider step",
    (_, { default: fallback, min, step, none }) => {
      const steps = none ? 0 : (fallback - min) / step;
      expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-9);
    },
  );
});

describe("the defaults", () => {
  it("are those of the specification, frozen", () => {
    expect(statedParams(DEFAULT_PARAMS)).toEqual(SPECIFIED_DEFAULTS);
    expect(statedParams({ ...DEFAULT_PARAMS, fill: 0.6 })).toEqual({ ...SPECIFIED_DEFAULTS, fill: 0.6 });
    expect(Object.isFrozen(DEFAULT_PARAMS)).toBe(true);
  });
});

describe("a parameter's name", () => {
  it.each(["columns", "monoColor"])("is known: %s", (name) => expect(isParamName(name)).toBe(true));

  it.each(["Columns", "", "__proto__", "constructor", "toString", "hasOwnProperty", "image"])(
    "is not known: %j",
    (name) => expect(isParamName(name)).toBe(false),
  );
});
