import { type Field, fieldsOf, MAX_FIELDS, Refusal, tooManyFields } from "@lumiglyph/contract";
import { outlineOf } from "./json-body-outline.ts";

/**
 * What a JSON body may be before it is parsed. No parameter has a structure; some room is left so that one which was sent
 * all the same is refused by its name. Without these, 14 MB of brackets become 400 MB of arrays and hold the process for seconds.
 */
const LIMITS = { keys: MAX_FIELDS, depth: 16, parts: 1024 };

/** The fields of a JSON body; none where it is empty. A key that stands twice is two fields, though parsing keeps the last. */
export const readJson = (bytes: Uint8Array): readonly Field[] => {
  if (bytes.length === 0) return [];
  const text = decode(bytes);
  const keys = plainKeys(text);
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Refusal("body_invalid", "The JSON body must be one object.");
  }
  const fields = fieldsOf(value, "json");
  return [...fields, ...repeats(keys).flatMap((key) => fields.filter(({ name }) => name === key))];
};

const NO_JSON = "The body is not valid JSON in UTF-8.";

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal("body_invalid", NO_JSON);
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal("body_invalid", NO_JSON);
  }
};

/** The keys of a body that is plain enough to be parsed. */
const plainKeys = (text: string): readonly string[] => {
  const { keys, depth, parts } = outlineOf(text, LIMITS);
  if (keys.length > LIMITS.keys) throw tooManyFields();
  if (depth > LIMITS.depth) throw tooComplex(`nested deeper than ${LIMITS.depth} levels`);
  if (parts > LIMITS.parts) throw tooComplex(`of more than ${LIMITS.parts} brackets, commas and strings`);
  return keys;
};

const tooComplex = (how: string): Refusal =>
  new Refusal("body_invalid", `The JSON body is ${how}; the render operation takes one flat object.`);

/** Every key but the first of its name. */
const repeats = (keys: readonly string[]): readonly string[] => keys.filter((name, at) => keys.indexOf(name) !== at);
