import {
  type Field,
  isParamName,
  nearestName,
  PARAM_NAMES,
  type ParsedParams,
  type Problem,
  parse,
} from "@lumiglyph/contract";

/** Parameters as a query under the API's names: only those that differ from their defaults; empty where none does. */
export const queryOf = ({ params, changed }: ParsedParams): string => {
  const pairs = changed.map((name) => `${name}=${encodeURIComponent(written(params[name]))}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
};

/** What a query says: the parameters that are good, and what is wrong with the others, which have their defaults. */
export type ReadQuery = { readonly parsed: ParsedParams; readonly problems: readonly Problem[] };

/** Reads a query through the gate of the API, one name at a time, so that a bad one takes no good one with it. */
export const readQuery = (query: string): ReadQuery => {
  const fields = [...new URLSearchParams(query)].map(([name, value]): Field => ({ name, value, origin: "query" }));
  const byName = Object.groupBy(fields.filter(isMeantForUs), ({ name }) => name);
  const judged = Object.values(byName).map((given = []) => ({ given, result: parse(given) }));
  return {
    parsed: parse(judged.flatMap(({ given, result }) => ("problems" in result ? [] : given))) as ParsedParams,
    problems: judged.flatMap(({ result }) => ("problems" in result ? result.problems : [])),
  };
};

/** Pages that pass a link on add names of their own to it: only what looks like a parameter is worth a word. */
const isMeantForUs = ({ name }: Field): boolean => isParamName(name) || nearestName(name, PARAM_NAMES) !== null;

/** The gate reads no exponents and at most 32 decimals. */
const written = (value: string | number | boolean): string => {
  const text = String(value);
  return typeof value === "number" && text.includes("e") ? value.toFixed(32) : text;
};
