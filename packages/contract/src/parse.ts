import { type Field, type FieldOrigin, isWritten, quote } from "./field.ts";
import type { RenderOptions } from "./generated/render-options.ts";
import { nearestName } from "./nearest-name.ts";
import type { Param, ParamName } from "./param-table.ts";
import { isParamName, PARAM_NAMES, paramRow } from "./params.ts";
import type { Problem } from "./problems.ts";
import { isSourceName, sourcesIn } from "./sources.ts";

export type Parsed = { readonly options: RenderOptions } | { readonly problems: readonly Problem[] };

/**
 * The one gate: turns key-values from a query, a form, JSON or tool arguments into options, or
 * returns all problems at once. `pickSource` reads the image sources.
 */
export const parse = (fields: readonly Field[]): Parsed =>
  parseOptions(
    fields.filter(({ name, value }) => !isSourceName(name) && !(value instanceof Uint8Array)),
    repeated(fields),
  );

/** The same without image sources, which are unknown names here. `found` are problems found before. */
export const parseOptions = (named: readonly Field[], found: readonly Problem[] = []): Parsed => {
  const problems = [...found, ...named.filter(({ name }) => !isParamName(name)).map(unknown)];
  const values = new Map<ParamName, ParamValue>();
  for (const field of named) {
    if (!isParamName(field.name)) continue;
    const row = paramRow(field.name);
    const value = read(field, row);
    if (value === undefined) problems.push(invalid(field, row));
    else if (values.has(field.name) && values.get(field.name) !== value) problems.push(conflict(field, values));
    else values.set(field.name, value);
  }
  if (values.has("charset") && values.get("characters")) problems.push(TWO_RAMPS);
  if (values.get("format") === "png" && values.get("maxCharacters")) problems.push(NO_CHARACTERS);
  return problems.length > 0 ? { problems: distinct(problems) } : { options: optionsOf(values) };
};

const TWO_RAMPS: Problem = {
  code: "parameter_conflict",
  parameter: "characters",
  given: "both",
  rule: { kind: "one-ramp" },
};

const NO_CHARACTERS: Problem = {
  code: "parameter_conflict",
  parameter: "maxCharacters",
  given: "a picture's",
  rule: { kind: "text-format" },
};

const read = ({ value, origin }: Field, row: Param): ParamValue | undefined => {
  if (!isWritten(origin)) return readNative(row, value);
  return typeof value === "string" ? readWritten(row, value) : undefined;
};

/** Table order, so that equal options serialize alike. */
const optionsOf = (values: ReadonlyMap<ParamName, ParamValue>): RenderOptions =>
  Object.freeze(
    Object.fromEntries(PARAM_NAMES.flatMap((name) => (values.has(name) ? [[name, values.get(name)]] : []))),
  );

const invalid = ({ name, value, origin }: Field, row: Param): Problem => {
  const isText = typeof value === "string";
  const isExpected = isText && (isWritten(origin) || TEXTS.has(row.kind));
  return {
    code: "parameter_invalid",
    parameter: name,
    given: quote(value),
    rule: { kind: "row", type: isExpected ? null : typeof value },
    ...suggested(isText && row.kind === "choice" ? nearestName(value, row.values) : null),
  };
};

const unknown = ({ name, value, origin }: Field): Problem => ({
  code: "parameter_unknown",
  parameter: quote(name),
  given: quote(value),
  rule: { kind: "known" },
  ...suggested(nearestName(name, [...PARAM_NAMES, ...sourcesIn(origin)])),
});

const suggested = (near: string | null): Pick<Problem, "suggestion"> => (near === null ? {} : { suggestion: near });

const conflict = ({ name, value }: Field, values: ReadonlyMap<string, ParamValue>): Problem => ({
  code: "parameter_conflict",
  parameter: name,
  given: quote(value),
  rule: { kind: "same", other: quote(values.get(name)) },
});

/** Keys repeated within one origin, whether known or not. `pickSource` handles repeated files. */
const repeated = (fields: readonly Field[]): Problem[] => {
  const places = new Map<string, number>();
  for (const { name, value, origin } of fields) {
    if (value instanceof Uint8Array) continue;
    places.set(`${origin} ${name}`, (places.get(`${origin} ${name}`) ?? 0) + 1);
  }
  return [...places].filter(([, count]) => count > 1).map(([place, count]) => repetition(place, count));
};

const repetition = (place: string, times: number): Problem => {
  const origin = place.slice(0, place.indexOf(" ")) as FieldOrigin;
  return {
    code: "parameter_repeated",
    parameter: quote(place.slice(origin.length + 1)),
    given: `${times} values`,
    rule: { kind: "once", times, origin },
  };
};

/** A repeated key must not also be reported as in conflict with itself. */
const distinct = (problems: readonly Problem[]): readonly Problem[] => {
  const twice = new Set(problems.filter(({ code }) => code === "parameter_repeated").map(({ parameter }) => parameter));
  return problems.filter(({ code, parameter }) => code !== "parameter_conflict" || !twice.has(parameter));
};

/** Kinds whose native values are strings. */
const TEXTS: ReadonlySet<Param["kind"]> = new Set(["choice", "color", "text", "characters"]);

type ParamValue = string | number | boolean;

/** Parses text as a value of the row (answers 1.5); undefined if it is invalid. */
export const readWritten = (row: Param, text: string): ParamValue | undefined => {
  switch (row.kind) {
    case "integer":
      return /^-?[0-9]{1,16}$/.test(text) ? inRange(row, Number(text)) : undefined;
    case "number":
      return /^-?([0-9]{1,16}(\.[0-9]{1,32})?|\.[0-9]{1,32})$/.test(text) ? inRange(row, Number(text)) : undefined;
    case "boolean":
      return WRITTEN_BOOLEANS.get(text.toLowerCase());
    case "choice":
    case "color":
    case "text":
    case "characters":
      return readNative(row, text);
  }
};

/** Checks a native value against the row; undefined if its type or range is wrong. */
export const readNative = (row: Param, value: unknown): ParamValue | undefined => {
  switch (row.kind) {
    case "integer":
      return Number.isInteger(value) ? inRange(row, value as number) : undefined;
    case "number":
      return typeof value === "number" ? inRange(row, value) : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "choice":
      return typeof value === "string" && row.values.includes(value) ? value : undefined;
    case "color":
      return typeof value === "string" ? (row.none && value === "" ? "" : canonicalColor(value)) : undefined;
    case "text":
      return typeof value === "string" && isPlainText(value, row.max) ? value : undefined;
    case "characters":
      return typeof value === "string" ? canonicalCharacters(value) : undefined;
  }
};

const WRITTEN_BOOLEANS = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

const inRange = (row: { min: number; max: number; none?: true }, value: number): number | undefined => {
  const isAllowed = (value >= row.min && value <= row.max) || (row.none && value === 0);
  // adding 0 turns -0 into 0, so that each value has one spelling
  return isAllowed ? value + 0 : undefined;
};

/**
 * Whether text is one line of at most so many characters, without those that documents must not
 * contain: control characters and lone surrogates.
 */
const isPlainText = (text: string, most: number): boolean =>
  text.length <= 2 * most && [...text].length <= most && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/u.test(text);

/** Sorts allowed characters: their order has no effect, because their light is measured. */
const canonicalCharacters = (text: string): string | undefined => {
  if (!/^([ -~]{2,95})?$/.test(text) || new Set(text).size < text.length) return undefined;
  return [...text].toSorted().join("");
};

const canonicalColor = (text: string): string | undefined => {
  if (!/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)) return undefined;
  const digits = text.slice(1).toLowerCase();
  return digits.length === 6 ? `#${digits}` : `#${[...digits].map((digit) => digit + digit).join("")}`;
};
