import {
  type Field,
  givenNames,
  isParamName,
  nearestName,
  PARAM_NAMES,
  type Problem,
  parse,
  type RenderOptions,
  readOptions,
} from "@lumiglyph/contract";

/** Parameters as a query under the API's names: only those that are given; empty where none is. */
export const queryOf = (options: RenderOptions): string => {
  const pairs = givenNames(options).map((name) => `${name}=${encodeURIComponent(written(options[name]!))}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
};

/** What a query says: the parameters that are good, and what is wrong with the others, which have their defaults. */
export type ReadQuery = { readonly options: RenderOptions; readonly problems: readonly Problem[] };

/** Reads a query through the gate of the API, one name at a time, so that a bad one takes no good one with it. */
export const readQuery = (query: string): ReadQuery => {
  const fields = [...new URLSearchParams(query)].map(([name, value]): Field => ({ name, value, origin: "query" }));
  const byName = Object.groupBy(fields.filter(isMeantForUs), ({ name }) => name);
  const results = Object.values(byName).map((given = []) => parse(given));
  return {
    // through the gate once more, for the order of the table
    options: readOptions(Object.assign({}, ...results.map((result) => ("options" in result ? result.options : {})))),
    problems: results.flatMap((result) => ("problems" in result ? result.problems : [])),
  };
};

/** Pages that pass a link on add names of their own to it: only what looks like a parameter is worth a word. */
const isMeantForUs = ({ name }: Field): boolean => isParamName(name) || nearestName(name, PARAM_NAMES) !== null;

/** The gate reads no exponents and at most 32 decimals. */
const written = (value: string | number | boolean): string => {
  const text = String(value);
  return typeof value === "number" && text.includes("e") ? value.toFixed(32) : text;
};
