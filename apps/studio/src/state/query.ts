import {
  type Field,
  fieldsOf,
  givenNames,
  isParamName,
  nearestName,
  PARAM_NAMES,
  type Problem,
  parse,
  type RenderOptions,
} from "@lumiglyph/contract";

/** The set parameters as a URL query; empty if none is set. */
export const queryOf = (options: RenderOptions): string => {
  const pairs = givenNames(options).map((name) => `${name}=${encodeURIComponent(written(options[name]!))}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
};

/** The valid parameters of a query, and the problems with the others. */
export type ReadQuery = { readonly options: RenderOptions; readonly problems: readonly Problem[] };

/** Parses a query one name at a time, so that an invalid parameter does not discard valid ones. */
export const readQuery = (query: string): ReadQuery => {
  const fields = [...new URLSearchParams(query)].map(([name, value]): Field => ({ name, value, origin: "query" }));
  const byName = Object.groupBy(fields.filter(isMeantForUs), ({ name }) => name);
  const results = Object.values(byName).map((given = []) => parse(given));
  const valid = Object.assign({}, ...results.map((result) => ("options" in result ? result.options : {})));
  const problems = results.flatMap((result) => ("problems" in result ? result.problems : []));
  const { options, problems: conflicts } = withoutConflicts(valid);
  return { options, problems: [...problems, ...conflicts] };
};

/** Valid options in the table's order. Of two that exclude each other, it drops the one that the problem names. */
const withoutConflicts = (valid: object): ReadQuery => {
  const parsed = parse(fieldsOf(valid, "json"));
  if ("options" in parsed) return { ...parsed, problems: [] };
  const others = Object.entries(valid).filter(([name]) => !parsed.problems.some(({ parameter }) => parameter === name));
  return { ...withoutConflicts(Object.fromEntries(others)), problems: parsed.problems };
};

/** Unrelated names that other sites add to links are ignored; only near misses are reported. */
const isMeantForUs = ({ name }: Field): boolean => isParamName(name) || nearestName(name, PARAM_NAMES) !== null;

/** The parser accepts no exponents and at most 32 decimals. */
const written = (value: string | number | boolean): string => {
  const text = String(value);
  return typeof value === "number" && text.includes("e") ? value.toFixed(32) : text;
};
