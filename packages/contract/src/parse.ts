import { type Problem, Refusal } from "./errors.ts";
import { type Field, fieldsOf, isWritten, quote } from "./field.ts";
import type { RenderOptions } from "./generated/render-options.ts";
import { MAX_FIELDS, MAX_PROBLEMS } from "./limits.ts";
import { nearestName } from "./nearest-name.ts";
import type { Param, ParamName } from "./param-table.ts";
import { isParamName, PARAM_NAMES, paramRow } from "./params.ts";
import { isSourceName, pickSource, type Source, sourcesIn } from "./sources.ts";

export type Parsed = { readonly options: RenderOptions } | { readonly problems: readonly Problem[] };

/**
 * The one gate: turns key-values from a query, a form, JSON or tool arguments into options, or
 * returns all problems at once. `pickSource` reads the image sources.
 */
export const parse = (fields: readonly Field[]): Parsed =>
  validate(
    fields.filter(({ name, value }) => !isSourceName(name) && !(value instanceof Uint8Array)),
    repeated(fields),
  );

const validate = (named: readonly Field[], found: readonly Problem[]): Parsed => {
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
  allowed: "one of `charset` and `characters`",
  message: "Give either `characters` or `charset`, not both.",
};

const NO_CHARACTERS: Problem = {
  code: "parameter_conflict",
  parameter: "maxCharacters",
  given: "a picture's",
  allowed: "a format that is text",
  message: "`maxCharacters` does not apply to png: leave it out, or choose another `format`.",
};

/**
 * Validates options from a program. Throws a `Refusal` with all problems. An undefined value counts
 * as not given.
 */
export const readOptions = (options: object): RenderOptions => {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const parsed = validate(fieldsOf(Object.fromEntries(given), "json"), []);
  if ("problems" in parsed) throw refuse(parsed.problems);
  return parsed.options;
};

/** Parses a whole render request: options and exactly one source. Throws a `Refusal` with all problems. */
export const parseRequest = (
  fields: readonly Field[],
): { readonly options: RenderOptions; readonly source: Source } => {
  if (fields.length > MAX_FIELDS) throw tooManyFields();
  const parsed = parse(fields);
  const source = pickSource(fields);
  const problems = ["problems" in parsed ? parsed.problems : [], Array.isArray(source) ? source : []].flat();
  if ("problems" in parsed || problems.length > 0) throw refuse(problems);
  return { ...parsed, source: source as Source };
};

/** The refusal of a request with too many fields; readers before the gate use it too. */
export const tooManyFields = (): Refusal =>
  new Refusal(
    "parameter_unknown",
    `The request has more than ${MAX_FIELDS} fields; the render operation has ${PARAM_NAMES.length} parameters and one image.`,
  );

/** One refusal for a list of problems: the first gives the code, all are listed. */
export const refuse = (problems: readonly Problem[]): Refusal => {
  const [first] = problems;
  if (first === undefined) throw new RangeError("refuse needs at least one problem");
  const more = problems.length - MAX_PROBLEMS;
  const listed = problems.slice(0, MAX_PROBLEMS);
  const detail = listed.map(({ message }) => message).join(" ");
  return new Refusal(first.code, more > 0 ? `${detail} And ${more} more.` : detail, listed);
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
  const near = row.kind === "choice" && typeof value === "string" ? nearestName(value, row.values) : null;
  return {
    code: "parameter_invalid",
    parameter: name,
    given: quote(value),
    allowed: allowedBy(row),
    message: `Expected ${allowedBy(row)} for \`${name}\` but received ${typed(value, !isWritten(origin) && !TEXTS.has(row.kind))}.${meant(near)}`,
  };
};

const unknown = ({ name, value, origin }: Field): Problem => {
  const near = nearestName(name, [...PARAM_NAMES, ...sourcesIn(origin)]);
  return {
    code: "parameter_unknown",
    parameter: quote(name),
    given: quote(value),
    allowed: near ?? "a parameter of the render operation",
    message: `There is no parameter \`${quote(name)}\`.${meant(near)}`,
  };
};

const conflict = ({ name, value }: Field, values: ReadonlyMap<ParamName, ParamValue>): Problem => {
  const other = values.get(name as ParamName);
  return {
    code: "parameter_conflict",
    parameter: name,
    given: quote(value),
    allowed: "one value, or equal values",
    message: `\`${name}\` is given as \`${quote(other)}\` in one place and as \`${quote(value)}\` in another.`,
  };
};

/** Keys repeated within one origin, whether known or not. `pickSource` handles repeated files. */
const repeated = (fields: readonly Field[]): Problem[] => {
  const places = new Map<string, number>();
  for (const { name, value, origin } of fields) {
    if (value instanceof Uint8Array) continue;
    places.set(`${origin} ${name}`, (places.get(`${origin} ${name}`) ?? 0) + 1);
  }
  return [...places].filter(([, count]) => count > 1).map(([place, count]) => repetition(place, count));
};

const repetition = (place: string, count: number): Problem => {
  const origin = place.slice(0, place.indexOf(" "));
  const name = quote(place.slice(origin.length + 1));
  return {
    code: "parameter_repeated",
    parameter: name,
    given: `${count} values`,
    allowed: "one value",
    message: `\`${name}\` is given ${count} times in the ${origin}. Send it once.`,
  };
};

/** A repeated key must not also be reported as in conflict with itself. */
const distinct = (problems: readonly Problem[]): readonly Problem[] => {
  const twice = new Set(problems.filter(({ code }) => code === "parameter_repeated").map(({ parameter }) => parameter));
  return problems.filter(({ code, parameter }) => code !== "parameter_conflict" || !twice.has(parameter));
};

const meant = (near: string | null): string => (near === null ? "" : ` Did you mean \`${near}\`?`);

/** Kinds whose native values are strings. */
const TEXTS: ReadonlySet<Param["kind"]> = new Set(["choice", "color", "text", "characters"]);

/** Quotes a value, with its type if that is the problem. */
const typed = (value: unknown, isOtherType: boolean): string => {
  if (value === "") return "nothing";
  if (typeof value === "string") return isOtherType ? `"${quote(value)}" (string)` : `\`${quote(value)}\``;
  return value === null ? "null" : `${quote(value)} (${typeof value})`;
};

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

/** The values a row allows, as a phrase: "an integer from 8 to 400". */
export const allowedBy = (row: Param): string => {
  switch (row.kind) {
    case "integer":
      return `an integer from ${row.min} to ${row.max}${row.none ? ", or 0 for none" : ""}`;
    case "number":
      return `a number from ${row.min} to ${row.max}`;
    case "boolean":
      return "true or false";
    case "choice":
      return `one of ${row.values.join(", ")}`;
    case "color":
      return `a color as #rgb or #rrggbb${row.none ? ", or empty for none" : ""}`;
    case "text":
      return `a line of at most ${row.max} characters`;
    case "characters":
      return "2 to 95 different characters of printable ASCII";
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
 * Reduces text to one line, without characters that documents must not contain: control characters
 * and lone surrogates.
 */
const isPlainText = (text: string, most: number): boolean =>
  text.length <= 2 * most && [...text].length <= most && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/u.test(text);

/** Sorted, because their order has no effect: their light is measured. */
const canonicalCharacters = (text: string): string | undefined => {
  if (!/^([ -~]{2,95})?$/.test(text) || new Set(text).size < text.length) return undefined;
  return [...text].toSorted().join("");
};

const canonicalColor = (text: string): string | undefined => {
  if (!/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)) return undefined;
  const digits = text.slice(1).toLowerCase();
  return digits.length === 6 ? `#${digits}` : `#${[...digits].map((digit) => digit + digit).join("")}`;
};
