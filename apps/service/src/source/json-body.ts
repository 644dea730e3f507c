import { type Field, fieldsOf, Refusal } from "@lumiglyph/contract";

/** The fields of a JSON body; none where it is empty. Of a key that stands twice the last one counts, as JSON.parse has it. */
export const readJson = (bytes: Uint8Array): readonly Field[] => {
  if (bytes.length === 0) return [];
  const value = parse(bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Refusal("body_invalid", "The JSON body must be one object.");
  }
  return fieldsOf(value, "json");
};

const parse = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal("body_invalid", "The body is not valid JSON in UTF-8.");
  }
};
