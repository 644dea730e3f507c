import {
  type Condition,
  completeParams,
  DEFAULT_PARAMS,
  PARAM_NAMES,
  PARAMS,
  type ParamName,
  paramRow,
  type RenderOptions,
  type RenderParams,
  readOptions,
  TEXT_FORMATS,
} from "@lumiglyph/contract";
import { loadFont } from "@lumiglyph/engine";
import fc from "fast-check";

// generated parameters name any of them
await Promise.all(PARAMS.font.values.map(loadFont));

/** Options through the same parser as a request's. */
export const optionsWith = (given: RenderOptions = {}): RenderOptions => readOptions(given);

/** All parameters, for calling a stage by itself. */
export const paramsWith = (given: RenderOptions = {}): RenderParams => completeParams(optionsWith(given));

/** Switches off every optional step between the pixels and the cells. */
export const PLAIN = {
  sharpen: 0,
  autoLevels: 0,
  structure: 0,
  denoise: 0,
  autoOptimize: 0,
} as const satisfies RenderOptions;

/** Maximum columns of generated parameters: tall images get many rows even so. */
const MOST_COLUMNS = 16;

/**
 * With a limit of characters the grid depends on the format; custom characters exclude a charset;
 * two themes are two pages.
 */
const SPECIAL: readonly ParamName[] = ["maxCharacters", "characters", "theme"];

/** Any valid parameters, built from the table; those in `fixed` have that value. */
export const validParams = (fixed: RenderOptions = {}): fc.Arbitrary<RenderOptions> => {
  const free = PARAM_NAMES.filter((name) => !Object.hasOwn(fixed, name) && !SPECIAL.includes(name));
  const values = Object.fromEntries(free.map((name) => [name, anyValue(name)]));
  return fc
    .record(values, { requiredKeys: [] })
    .map((given) => optionsWith({ columns: MOST_COLUMNS, ...given, ...fixed }));
};

const anyValue = (name: ParamName): fc.Arbitrary<unknown> => {
  const row = paramRow(name);
  switch (row.kind) {
    case "integer":
      return fc.integer({ min: row.min, max: name === "columns" ? MOST_COLUMNS : row.max });
    case "number":
      return fc.oneof(fc.constantFrom(row.min, row.max), fc.double({ min: row.min, max: row.max, noNaN: true }));
    case "boolean":
      return fc.boolean();
    case "choice":
      // a picture of the page is no text to compare
      return fc.constantFrom(...(name === "format" ? TEXT_FORMATS : row.values));
    case "color":
      return fc.nat({ max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, "0")}`);
    case "text":
      return fc.string({ maxLength: row.max });
    case "characters":
      return fc.constant("");
  }
};

/** A value that is not the default. */
export const otherValue = (name: ParamName): string | number | boolean => {
  const row = paramRow(name);
  switch (row.kind) {
    case "integer":
    case "number":
      return row.default === row.min ? row.max : row.min;
    case "boolean":
      return !row.default;
    case "choice":
      return row.values.find((value) => value !== row.default)!;
    case "color":
      return "#ff8800";
    case "text":
      return "A test";
    case "characters":
      return " #.:";
  }
};

/** Options under which a parameter has an effect, by its row. */
export const optionsFor = (name: ParamName): RenderOptions =>
  optionsWith(Object.fromEntries((paramRow(name).idleWhen ?? []).flatMap(avoiding)));

/** A value for the first parameter of a condition by which it does not hold; none for what is no parameter. */
const avoiding = (condition: Condition): readonly (readonly [string, unknown])[] => {
  if (typeof condition === "string") return [];
  const [other, values] = Object.entries(condition)[0]!;
  if ("not" in values) return [[other, values.not[0]]];
  const isListed = (value: unknown): boolean => (values as readonly unknown[]).includes(value);
  const usual = DEFAULT_PARAMS[other as ParamName];
  return isListed(usual) ? [[other, otherValue(other as ParamName)]] : [];
};
