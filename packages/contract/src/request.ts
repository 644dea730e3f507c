import { refuseFor } from "./facts.ts";
import { type Field, fieldsOf } from "./field.ts";
import type { RenderOptions } from "./generated/render-options.ts";
import { MAX_FIELDS } from "./limits.ts";
import { PARAM_NAMES } from "./params.ts";
import { parse, parseOptions } from "./parse.ts";
import type { Refusal } from "./problems.ts";
import { pickSource, type Source } from "./sources.ts";
import { refuse } from "./words.ts";

/**
 * Validates options from a program. Throws a `Refusal` with all problems. An undefined value counts
 * as not given.
 */
export const readOptions = (options: object): RenderOptions => {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const parsed = parseOptions(fieldsOf(Object.fromEntries(given), "json"));
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
  refuseFor("parameter_unknown", { kind: "fields", most: MAX_FIELDS, parameters: PARAM_NAMES.length });
