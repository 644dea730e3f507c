import { readFileSync } from "node:fs";
import {
  completeParams,
  type FieldOrigin,
  fieldsOf,
  PARAM_NAMES,
  paramFacts,
  paramRow,
  parse,
  type RenderParams,
} from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { otherValue } from "../support/params.ts";
import { outsideOf, SPECIFIED, SPECIFIED_DEFAULTS, SPECIFIED_FORMATS, type SpecifiedParameter } from "./table.ts";

/** The parsed parameters, or the codes of their problems. */
const through = (given: object, origin: FieldOrigin) => {
  const result = parse(fieldsOf(given, origin));
  return "problems" in result ? result.problems.map(({ code }) => code) : completeParams(result.options);
};

/** Parses each value in its native type: the value itself, or the code of its refusal. */
const natively = (name: keyof RenderParams, values: readonly unknown[]) =>
  values.map((value) => {
    const result = through({ [name]: value }, "json");
    return "length" in result ? result.join() : result[name];
  });

const REFUSED = "parameter_invalid";

/** Values of a parameter that are accepted as they are, and values that are refused. */
const examples = (row: SpecifiedParameter): { taken: readonly unknown[]; refused: readonly unknown[] } => {
  switch (row.kind) {
    case "integer":
    case "float": {
      const { min, max } = row;
      const odd = row.kind === "integer" ? [min + 0.5] : [];
      return { taken: [min, max], refused: [...outsideOf(row), ...odd, String(min), true, null, Number.NaN] };
    }
    case "boolean":
      return { taken: [true, false], refused: [1, 0, "true", null] };
    case "enum": {
      const [first] = row.values;
      return { taken: row.values, refused: ["", "none", first!.toUpperCase(), ` ${first}`, 0] };
    }
    case "color":
      return {
        taken: ["#ff8800"],
        refused: ["ff8800", "#ff88", "#ff880000", "#gggggg", "orange", " #ff8800", "", 0xff8800],
      };
  }
};

test.each(SPECIFIED)("$name has the specified range and default (spec 2.2, 8.1; answers 1.14)", (row) => {
  const { taken, refused } = examples(row);
  expect((through({}, "json") as RenderParams)[row.name]).toBe(row.default);
  expect(natively(row.name, taken)).toEqual(taken);
  expect(natively(row.name, refused)).toEqual(refused.map(() => REFUSED));
});

test("A color may be #rgb, and in any case (answers 1.5)", () => {
  expect(natively("monoColor", ["#FF8800", "#f80"])).toEqual(["#ff8800", "#ff8800"]);
});

/** The columns "range" of the document's table. */
const rangeOf = (row: SpecifiedParameter): string => {
  if ("min" in row) return `${row.min} to ${row.max}`;
  return row.kind === "enum" ? row.values.map((value) => `\`${value}\``).join(", ") : "";
};

test("The table equals the document's (spec 2.2, 2.3)", () => {
  const document = readFileSync(new URL("../../docs/specification.md", import.meta.url), "utf8");
  const section = document.slice(document.indexOf("### 2.2"), document.indexOf("### 2.3"));
  const rows = section.matchAll(/^\| `(\w+)` \|(.*?)\|(.*?)\|(.*?)\|/gm);
  const cells = [...rows].map((found) => found.slice(1).map((cell) => cell.trim()));
  expect(cells.map(([name, kind, range, initial]) => [name, kind, range, initial!.replaceAll("`", "")])).toEqual(
    SPECIFIED.map((row: SpecifiedParameter) => [
      row.name,
      row.kind === "color" ? "string, hex color" : row.kind,
      row.name === "color" ? "true/false" : rangeOf(row),
      String(row.default),
    ]),
  );
  for (const { id, mediaType, extension, label } of SPECIFIED_FORMATS)
    expect(document).toContain(`| \`${id}\` | ${mediaType} | ${extension} | ${label} |`);
});

/** Every specified parameter with a non-default value: as text and in its type. */
const WRITTEN = {
  columns: ["80", 80],
  charset: ["blocks", "blocks"],
  format: ["svg", "svg"],
  color: ["true", true],
  invert: ["1", true],
  contrast: ["2.5", 2.5],
  brightness: ["-40", -40],
  saturation: ["0", 0],
  gamma: ["1.4", 1.4],
  edges: ["TRUE", true],
  edgeStrength: ["4", 4],
  dither: ["True", true],
  sharpen: ["0.8", 0.8],
  autoLevels: ["0.5", 0.5],
  structure: ["1", 1],
  denoise: ["0", 0],
  motionSensitivity: ["0.2", 0.2],
  autoOptimize: ["0", 0],
  qualityTarget: ["low-light", "low-light"],
  glyphStrategy: ["fixed", "fixed"],
  maxGlyphRmse: ["0.05", 0.05],
  monoColor: ["#ffb000", "#ffb000"],
} as const satisfies { readonly [Name in keyof RenderParams]?: readonly [string, unknown] };

const EXTENSIONS = PARAM_NAMES.filter((name) => paramFacts(name).extension);
const spelled = Object.fromEntries([
  ...Object.entries(WRITTEN).map(([name, [text]]) => [name, text]),
  ...EXTENSIONS.map((name) => [name, String(extended(name))]),
]);
const native = Object.fromEntries([
  ...Object.entries(WRITTEN).map(([name, [, value]]) => [name, value]),
  ...EXTENSIONS.map((name) => [name, extended(name)]),
]);

/** Characters of one's own exclude a charset. */
function extended(name: keyof RenderParams): string | number | boolean {
  return name === "characters" ? "" : otherValue(name);
}

test("All parameters can be spelled in a query (spec 2.2)", () => {
  expect(through(spelled, "query")).toEqual(native);
});

test("All parameters can be spelled in form fields (spec 2.2)", () => {
  expect(through(spelled, "form")).toEqual(native);
});

test("All parameters can be given as JSON keys (spec 2.2)", () => {
  expect(through(native, "json")).toEqual(native);
});

test("An omitted parameter has its default, the others their given values (spec 2.2)", () => {
  const others = EXTENSIONS.map((name) => [name, paramRow(name).default]);
  expect(through({ columns: 80 }, "json")).toEqual({
    ...SPECIFIED_DEFAULTS,
    ...Object.fromEntries(others),
    columns: 80,
  });
});
